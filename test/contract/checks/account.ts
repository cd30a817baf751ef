import { check, type Check } from '../session';

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
	...(
		[
			['a request without a key', 'getMe', 'nobody'],
			['a request with an unknown key', 'getMe', 'stranger'],
			['an order batch without a key', 'createOrderBatch', 'nobody'],
		] as const
	).map(([what, operation, as]) =>
		check(`${what} is refused`, 'apiKey, Unauthorized', async (session) => {
			await session.call(operation, { as, expects: 401 });
		}),
	),
];
