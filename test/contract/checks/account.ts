import { check, type Check } from '../check';

export const accountChecks: Check[] = [
	check('an Automation key belongs to a user with an email', 'getMe, Me', async (session) => {
		const me = await session.call('getMe');
		me.holds('email', 'a text', Boolean(me.at('email')));
		me.is('public_app_id', null);
	}),
	check('a Commerce key belongs to an app', 'getMe, Me', async (session) => {
		const me = await session.call('getMe', { as: 'commerce' });
		me.holds('public_app_id', 'a text', Boolean(me.at('public_app_id')));
		me.is('email', null);
	}),
	check(
		'a request without a key is refused',
		'apiKey, Unauthorized',
		async (session) => void (await session.call('getMe', { as: 'nobody', expects: 401 })),
	),
	check(
		'a request with an unknown key is refused',
		'apiKey, Unauthorized',
		async (session) => void (await session.call('getMe', { as: 'stranger', expects: 401 })),
	),
	check(
		'an order batch without a key is refused',
		'apiKey, Unauthorized',
		async (session) => void (await session.call('createOrderBatch', { as: 'nobody', body: {}, expects: 401 })),
	),
];
