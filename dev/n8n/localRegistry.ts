import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installN8n } from './install';
import { installLocked } from './locked';
import { runNpm } from './npm';
import { freePort } from './ports';

const START_TIMEOUT_MS = 60_000;
const NEEDED_GIGABYTES = 0.2;

export interface LocalRegistry {
	/** Publishes a package, given as its folder or tarball, as the latest of its name. */
	publish(path: string): Promise<void>;
	/**
	 * Makes n8n, started on this user folder, take this registry for the public one, and reach nothing else by https.
	 *
	 * @returns what n8n needs in its environment
	 */
	serve(userFolder: string): Record<string, string>;
	/** Ends it and removes all that it holds. */
	stop(): Promise<void>;
}

/**
 * Starts an empty npm registry on 127.0.0.1 that knows no other registry. To n8n it is the public one: it has a
 * certificate for that name, and n8n connects through a proxy that leads that name here.
 *
 * @param openssl where the program is that makes the certificate
 * @throws {SetupError} when the registry cannot be installed
 */
export async function startLocalRegistry(openssl: string): Promise<LocalRegistry> {
	const n8n = await installN8n('newest');
	const name = publicRegistryOf(n8n.modulesFolder);
	const { modulesFolder } = await installLocked(
		'registry',
		{ legacyPeerDeps: true, nativeModules: [] },
		NEEDED_GIGABYTES,
	);
	const folder = mkdtempSync(join(tmpdir(), 'registry-'));
	const certificate = makeCertificate(openssl, folder, name);
	const address = `https://127.0.0.1:${await freePort()}/`;
	const config = join(folder, 'config.json');
	writeFileSync(config, JSON.stringify(configuration(folder, certificate)));

	let log = '';
	const registry = spawn(
		n8n.node,
		[join(modulesFolder, 'verdaccio', 'bin', 'verdaccio'), '-c', config, '-l', address],
		{
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	for (const stream of [registry.stdout, registry.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => (log += text));
	}
	const ended = once(registry, 'close');
	const kill = () => registry.kill('SIGKILL');
	process.once('exit', kill);
	const proxy = await startProxy(name, Number(new URL(address).port));

	async function stop(): Promise<void> {
		kill();
		await ended;
		process.removeListener('exit', kill);
		await proxy.stop();
		rmSync(folder, { recursive: true, force: true });
	}

	const deadline = Date.now() + START_TIMEOUT_MS;
	while (!log.includes(address)) {
		if (registry.exitCode !== null || Date.now() > deadline) {
			await stop();
			throw new Error(`The npm registry did not start:\n${log}`);
		}
		await sleep(100);
	}

	const npmSettings = { cafile: certificate.file, cache: join(folder, 'npm-cache') };
	return {
		async publish(path) {
			// npm wants a token to publish with, whether or not the registry asks for one.
			const token = { [`${address.slice('https:'.length)}:_authToken`]: 'none' };
			const settings = Object.entries({ ...npmSettings, ...token, registry: address });
			await runNpm({
				args: ['publish', path, '--ignore-scripts', ...settings.map(([name, value]) => `--${name}=${value}`)],
				cwd: folder,
				logFile: join(folder, 'publish.log'),
			});
		},
		serve(userFolder) {
			const downloads = join(userFolder, '.n8n', 'nodes');
			mkdirSync(downloads, { recursive: true });
			const settings = Object.entries({ ...npmSettings, 'https-proxy': proxy.address, noproxy: '' });
			writeFileSync(join(downloads, '.npmrc'), settings.map(([name, value]) => `${name}=${value}\n`).join(''));
			return {
				HTTPS_PROXY: proxy.address,
				https_proxy: proxy.address,
				NODE_EXTRA_CA_CERTS: certificate.file,
			};
		},
		stop,
	};
}

/** The name of the registry that n8n installs community packages from; it takes no other without a licence. */
function publicRegistryOf(modulesFolder: string): string {
	const file = join(modulesFolder, 'n8n/dist/modules/community-packages/community-packages.config.js');
	const name = /registry = 'https:\/\/([^'/]+)'/.exec(readFileSync(file, 'utf8'))?.[1];
	if (!name) throw new Error(`${file} names no registry`);
	return name;
}

interface Certificate {
	file: string;
	keyFile: string;
}

function makeCertificate(openssl: string, folder: string, name: string): Certificate {
	const [file, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
	const names = `subjectAltName=DNS:${name},IP:127.0.0.1`;
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
	const args = ['req', '-x509', ...key, '-out', file, '-days', '1', '-subj', '/CN=local registry', '-addext', names];
	execFileSync(openssl, args, { stdio: 'pipe' });
	return { file, keyFile };
}

function configuration(folder: string, { file, keyFile }: Certificate): object {
	return {
		storage: join(folder, 'packages'),
		https: { cert: file, key: keyFile },
		auth: { htpasswd: { file: join(folder, 'users') } },
		uplinks: {},
		packages: { '**': { access: '$all', publish: '$all' } },
		web: { enable: false },
		log: { type: 'stdout', format: 'json', level: 'warn' },
	};
}

/** A proxy on 127.0.0.1 that leads a name to a port of this machine, and refuses all others. */
async function startProxy(name: string, registryPort: number): Promise<{ address: string; stop: () => Promise<void> }> {
	const tunnels = new Set<Socket>();
	const proxy = createServer((_request, response) => response.writeHead(403).end());
	proxy.on('connect', ({ url }, client: Socket, head: Buffer) => {
		tunnels.add(client);
		client.on('close', () => tunnels.delete(client));
		if (url !== `${name}:443`) {
			client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		const registry = connect(registryPort, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection established\r\n\r\n');
			registry.write(head);
			registry.pipe(client).pipe(registry);
		});
		registry.on('error', () => client.destroy());
		client.on('error', () => registry.destroy());
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
