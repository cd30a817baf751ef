import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { programPath } from './program';

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout'];

/** A certificate that its own key has signed. @param days how long it is valid; less than 0 for one that has expired */
function selfSigned(host: string, days: number): { key: Buffer; cert: Buffer } {
	const openssl = programPath('openssl', 'openssl');
	const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
	const [key, request, cert] = ['key.pem', 'request.pem', 'cert.pem'].map((name) => join(folder, name)) as [
		string,
		string,
		string,
	];
	try {
		execFileSync(openssl, ['req', '-new', ...KEY, key, '-out', request, '-subj', `/CN=${host}`], { stdio: 'pipe' });
		const sign = ['x509', '-req', '-in', request, '-signkey', key, '-days', String(days), '-out', cert];
		execFileSync(openssl, sign, { stdio: 'pipe' });
		return { key: readFileSync(key), cert: readFileSync(cert) };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** A server with TLS on a free port of this machine, which counts the connections and requests that reach it. */
export async function tlsServer({ host = 'localhost', days = 1 } = {}) {
	const certificate = selfSigned(host, days);
	let connections = 0;
	let requests = 0;
	const server = createServer(certificate, (_request, response) => {
		requests++;
		response.setHeader('content-type', 'application/json').end('{}');
	});
	server.on('connection', () => connections++);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
		certificate: certificate.cert,
		connections: () => connections,
		requests: () => requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
