import { baseUrlOf, environmentName } from '../../../nodes/GiftOrderBatch/api/environment';

const custom = (baseUrl: unknown) => baseUrlOf({ environment: 'custom', baseUrl: baseUrl as string });

describe('baseUrlOf', () => {
	test.each([
		['production', 'https://api.ongoody.com'],
		['sandbox', 'https://api.sandbox.ongoody.com'],
	])('knows the address of %s, with any Base URL', (environment, url) => {
		expect(baseUrlOf({ environment, baseUrl: 'http://elsewhere.example.com' })).toEqual({ url });
	});

	test.each([['staging'], ['Production'], [''], ['constructor'], [5]])('refuses the environment %p', (environment) => {
		expect(baseUrlOf({ environment })).toEqual({
			problem: expect.stringContaining('is unknown: choose Production, Sandbox or Custom'),
		});
	});

	test.each([
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		[' https://api.example.com ', 'https://api.example.com'],
		['HTTPS://API.Example.com', 'https://api.example.com'],
		['https://api.example.com:8443/gifts/', 'https://api.example.com:8443/gifts'],
		...[
			...['https://api.example.com', 'https://v1.example.com/v1/gifts', 'https://192.168.0.10', 'http://localhost'],
			...['http://localhost:8787', 'http://127.0.0.1:8787', 'http://127.8.9.1', 'http://[::1]:8787'],
			...['http://192.168.0.10:8787', 'http://10.1.2.3', 'http://172.31.0.1:8787', 'http://mock-service:8787'],
			...['http://host.docker.internal:8787', 'http://[fd00::1]:8787'],
		].map((url) => [url, url]),
	])('takes the custom address %p as %p', (address, url) => {
		expect(custom(address)).toEqual({ url });
	});

	test.each<[string, unknown[]]>([
		['"Base URL" is missing', ['', '   ', undefined]],
		['is not a web address', ['api.example.com', '/v1', 'https://']],
		['must begin with https://', ['http://api.example.com', 'http://localhost.example.com', 'http://0.0.0.0']],
		['must begin with https://', ['http://127.0.0.1.example.com', 'http://10.example.com', 'http://8.8.8.8']],
		['must begin with https://', ['http://[::2]', 'http://172.32.0.1', 'http://192.169.0.1', 'ftp://localhost']],
		['must begin with https://', ['http://internal.example.com', 'javascript:alert(1)']],
		['must not contain a user name or password', ['https://ann:secret@api.example.com', 'https://ann@api.example.com']],
		['must not contain a user name or password', ['http://localhost@evil.example.com']],
		['must not contain "?" or "#"', ['https://api.example.com?version=1', 'https://api.example.com/#top']],
		['must not end in /v1', ['https://api.example.com/v1', 'https://api.example.com/gifts/V1//']],
	])('says "%s" of the custom addresses %j', (problem, addresses) => {
		for (const address of addresses) {
			expect([address, custom(address)]).toEqual([address, { problem: expect.stringContaining(problem) }]);
			expect(JSON.stringify(custom(address))).not.toContain('secret');
		}
	});
});

test.each([
	['https://api.ongoody.com', 'production'],
	['https://api.sandbox.ongoody.com', 'the sandbox'],
	['http://localhost:8787', 'the service at http://localhost:8787'],
])('messages say of %s that it is %s', (baseUrl, name) => {
	expect(environmentName(baseUrl)).toBe(name);
});
