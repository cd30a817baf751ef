import { baseUrlOf } from '../../../nodes/GiftOrderBatch/api/environment';

const custom = (baseUrl: unknown) => baseUrlOf({ environment: 'custom', baseUrl: baseUrl as string });

describe('baseUrlOf', () => {
	test.each([
		['production', 'https://api.ongoody.com'],
		['sandbox', 'https://api.sandbox.ongoody.com'],
	])('knows the address of %s, with any Base URL', (environment, url) => {
		expect(baseUrlOf({ environment, baseUrl: 'http://elsewhere.example.com' })).toEqual({ url });
	});

	test.each([['staging'], ['Production'], [''], ['constructor'], [5]])(
		'refuses the unknown environment %p',
		(environment) => {
			expect(baseUrlOf({ environment })).toEqual({
				problem: expect.stringContaining('is unknown: choose Production, Sandbox or Custom'),
			});
		},
	);

	test.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		[' https://api.example.com ', 'https://api.example.com'],
		['HTTPS://API.Example.com', 'https://api.example.com'],
		['https://api.example.com:8443/gifts/', 'https://api.example.com:8443/gifts'],
		['https://v1.example.com/v1/gifts', 'https://v1.example.com/v1/gifts'],
		['http://localhost', 'http://localhost'],
		['http://localhost:8787/', 'http://localhost:8787'],
		['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
		['http://127.8.9.1', 'http://127.8.9.1'],
		['http://[::1]:8787', 'http://[::1]:8787'],
		['https://192.168.0.10', 'https://192.168.0.10'],
		['http://192.168.0.10:8787', 'http://192.168.0.10:8787'],
		['http://10.1.2.3', 'http://10.1.2.3'],
		['http://172.31.0.1:8787', 'http://172.31.0.1:8787'],
		['http://mock-service:8787', 'http://mock-service:8787'],
		['http://host.docker.internal:8787', 'http://host.docker.internal:8787'],
		['http://[fd00::1]:8787', 'http://[fd00::1]:8787'],
	])('takes the custom address %p as %p', (address, url) => {
		expect(custom(address)).toEqual({ url });
	});

	test.each([
		['', '"Base URL" is missing'],
		['   ', '"Base URL" is missing'],
		[undefined, '"Base URL" is missing'],
		['api.example.com', 'is not a web address'],
		['/v1', 'is not a web address'],
		['https://', 'is not a web address'],
		['http://api.example.com', 'must begin with https://'],
		['http://localhost.example.com', 'must begin with https://'],
		['http://127.0.0.1.example.com', 'must begin with https://'],
		['http://0.0.0.0', 'must begin with https://'],
		['http://[::2]', 'must begin with https://'],
		['http://172.32.0.1', 'must begin with https://'],
		['http://192.169.0.1', 'must begin with https://'],
		['http://10.example.com', 'must begin with https://'],
		['http://internal.example.com', 'must begin with https://'],
		['http://8.8.8.8', 'must begin with https://'],
		['ftp://api.example.com', 'must begin with https://'],
		['javascript:alert(1)', 'must begin with https://'],
		['https://ann:secret@api.example.com', 'must not contain a user name or password'],
		['https://ann@api.example.com', 'must not contain a user name or password'],
		['http://localhost@evil.example.com', 'must not contain a user name or password'],
		['https://api.example.com?version=1', 'must not contain "?" or "#"'],
		['https://api.example.com/#top', 'must not contain "?" or "#"'],
		['https://api.example.com/v1', 'must not end in /v1'],
		['https://api.example.com/gifts/V1//', 'must not end in /v1'],
	])('refuses the custom address %p', (address, problem) => {
		expect(custom(address)).toEqual({ problem: expect.stringContaining(problem) });
	});

	test('does not repeat a password in what it says', () => {
		expect(JSON.stringify(custom('https://ann:hunter2@api.example.com'))).not.toContain('hunter2');
	});
});
