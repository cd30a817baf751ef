import type { Check } from '../check';

export const accountChecks: Check[] = [
	{
		name: 'an Automation key belongs to a user with an email',
		cites: 'getMe, Me',
		run: async (session) => {
			const me = await session.call('getMe');
			me.holds('email', 'a text', Boolean(me.at('email')));
			me.is('public_app_id', null);
		},
	},
	{
		name: 'a Commerce key belongs to an app',
		cites: 'getMe, Me',
		run: async (session) => {
			const me = await session.call('getMe', { as: 'commerce' });
			me.holds('public_app_id', 'a text', Boolean(me.at('public_app_id')));
			me.is('email', null);
		},
	},
	{
		name: 'a request without a key is refused',
		cites: 'apiKey, Unauthorized',
		run: async (session) => void (await session.call('getMe', { as: 'nobody', expects: 401 })),
	},
	{
		name: 'a request with an unknown key is refused',
		cites: 'apiKey, Unauthorized',
		run: async (session) => void (await session.call('getMe', { as: 'stranger', expects: 401 })),
	},
	{
		name: 'an order batch without a key is refused',
		cites: 'apiKey, Unauthorized',
		run: async (session) => void (await session.call('createOrderBatch', { as: 'nobody', body: {}, expects: 401 })),
	},
];
