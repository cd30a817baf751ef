import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as requestByHttp } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installN8n } from '../../dev/n8n/install';
import { installLocked } from '../../dev/n8n/locked';
import { runNpm } from '../../dev/n8n/npm';
import { freePort } from '../../dev/n8n/ports';
import { startServer } from '../../dev/n8n/serverProgram';

const START_TIMEOUT_MS = 60_000;
const NEEDED_GIGABYTES = 0.2;

export type LocalRegistry = Awaited<ReturnType<typeof startLocalRegistry>>;

/**
 * Starts an empty npm registry on 127.0.0.1 that knows no other registry. To n8n it is the public one: it has a
 * certificate for that name, and n8n connects through a proxy that leads that name here.
 *
 * @param openssl where the program is that makes the certificate
 * @param names of other servers that n8n is to find on this machine
 * @throws {SetupError} when the registry cannot be installed
 */
export async function startLocalRegistry(openssl: string, ...names: string[]) {
	const n8n = await installN8n('newest');
	const name = publicRegistryOf(n8n.modulesFolder);
	const options = { legacyPeerDeps: true, nativeModules: [] };
	const { modulesFolder } = await installLocked('registry', options, NEEDED_GIGABYTES);
	const folder = mkdtempSync(join(tmpdir(), 'registry-'));
	const certificate = makeCertificate(openssl, folder, [name, ...names]);
	const address = `http://127.0.0.1:${await freePort()}/`;
	const config = join(folder, 'config.json');
	const configuration = {
		storage: join(folder, 'packages'),
		auth: { htpasswd: { file: join(folder, 'users') } },
		uplinks: {},
		packages: { '**': { access: '$all', publish: '$all' } },
		web: { enable: false },
		log: { type: 'stdout', format: 'json', level: 'warn' },
	};
	writeFileSync(config, JSON.stringify(configuration));

	const program = join(modulesFolder, 'verdaccio', 'bin', 'verdaccio');
	const registry = await startServer(n8n.node, [program, '-c', config, '-l', address], address, {
		name: 'The npm registry',
		startTimeoutMs: START_TIMEOUT_MS,
	});
	const addresses = new Map([[name, address]]);
	const proxy = await startProxy(certificate, addresses);

	const cache = join(folder, 'npm-cache');
	return {
		/** Publishes a package, given as its folder or tarball, as the latest of its name. */
		async publish(path: string) {
			// npm wants a token to publish with, whether or not the registry asks for one.
			const token = `--${address.slice('http:'.length)}:_authToken=none`;
			await runNpm({
				args: ['publish', path, '--ignore-scripts', `--cache=${cache}`, `--registry=${address}`, token],
				cwd: folder,
				logFile: join(folder, 'publish.log'),
			});
		},
		/**
		 * Makes n8n, started on this user folder, take this registry for the public one, and reach nothing else by https.
		 * @returns what n8n needs in its environment
		 */
		serve(userFolder: string) {
			const downloads = join(userFolder, '.n8n', 'nodes');
			mkdirSync(downloads, { recursive: true });
			const settings = [`cafile=${certificate.file}`, `cache=${cache}`, `https-proxy=${proxy.address}`, 'noproxy='];
			writeFileSync(join(downloads, '.npmrc'), settings.join('\n'));
			return { HTTPS_PROXY: proxy.address, https_proxy: proxy.address, NODE_EXTRA_CA_CERTS: certificate.file };
		},
		/** Leads n8n from one of the names that stand here to a server of this machine that speaks http. */
		lead: (name: string, baseUrl: string) => addresses.set(name, baseUrl),
		async stop() {
			await registry.stop('SIGKILL');
			await proxy.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** The name of the registry that n8n installs community packages from; it takes no other without a licence. */
function publicRegistryOf(modulesFolder: string): string {
	const file = join(modulesFolder, 'n8n/dist/modules/community-packages/community-packages.config.js');
	const name = /registry = 'https:\/\/([^'/]+)'/.exec(readFileSync(file, 'utf8'))?.[1];
	if (!name) throw new Error(`${file} names no registry`);
	return name;
}

function makeCertificate(openssl: string, folder: string, hosts: string[]) {
	const [file, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
	const names = `subjectAltName=${hosts.map((host) => `DNS:${host}`).join()},IP:127.0.0.1`;
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
	const args = ['req', '-x509', ...key, '-out', file, '-days', '1', '-subj', '/CN=local registry', '-addext', names];
	execFileSync(openssl, args, { stdio: 'pipe' });
	return { file, keyFile };
}

/** A proxy on 127.0.0.1 that passes https requests for some names to servers that speak http, and refuses all others. */
async function startProxy({ file, keyFile }: ReturnType<typeof makeCertificate>, addresses: Map<string, string>) {
	const addressOf = (host = '') => addresses.get(host.replace(/:443$/, ''));
	const certificate = { cert: readFileSync(file), key: readFileSync(keyFile) };
	const front = createHttpsServer(certificate, (request, response) => {
		const { url = '', method } = request;
		// The addresses of packages in the registry's answers follow from this.
		const headers = { ...request.headers, 'x-forwarded-proto': 'https' };
		const passed = requestByHttp(new URL(url, addressOf(request.headers.host)), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		passed.on('error', () => response.destroy());
		request.pipe(passed);
	});
	const tunnels: Socket[] = [];
	const proxy = createServer((_request, response) => response.writeHead(403).end());
	proxy.on('connect', ({ url }, client: Socket) => {
		client.on('error', () => client.destroy());
		tunnels.push(client);
		if (addressOf(url)) {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			front.emit('connection', client);
		} else client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
	});
	await once(proxy.listen(0, '127.0.0.1'), 'listening');
	return {
		address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
		async stop() {
			for (const tunnel of tunnels) tunnel.destroy();
			await once(proxy.close(), 'close');
		},
	};
}
