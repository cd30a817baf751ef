import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startService, type RunningService, type ServiceOptions } from './index';
import type { Recording } from './recording';
import { startReplay } from './replay';

const HELP = `A local Gift Order Batch Service, with its state in memory.

  npm run mock-service -- [options]

  --port <number>                        default 8787, or the environment variable PORT
  --host <name>                          default 127.0.0.1
  --processing-delay-ms <number>         how long large batches stay pending; default 1500
  --interface-only                       offer nothing that docs/openapi.yaml calls optional
  --webhook-url <url>                    send events to this address,
  --webhook-secret <secret>              signed with this secret (whsec_ and base64)
  --replay <file>                        respond as a recorded service did, to the requests of the recording
  --help                                 show this
`;

async function main(): Promise<void> {
	const flags = readFlags();
	if (flags.help) {
		process.stdout.write(HELP);
		return;
	}
	const service = await start(flags);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close().then(() => process.exit(0)));
	}
	// Last, because who reads it may send the signal at once.
	process.stdout.write(service.introduction);
}

async function start(flags: ReturnType<typeof readFlags>): Promise<{ introduction: string; close(): Promise<void> }> {
	const options = optionsOf(flags);
	if (flags.replay) {
		const recording = JSON.parse(await readFile(flags.replay, 'utf8')) as Recording;
		const { baseUrl, close } = await startReplay(recording, options.host, options.port);
		return { introduction: `Replay at ${baseUrl}\nStop with Ctrl-C.\n`, close };
	}
	const service = await startService(options);
	return { introduction: introduction(service), close: service.close };
}

function readFlags() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: process.env.PORT ?? '8787' },
			host: { type: 'string' },
			'processing-delay-ms': { type: 'string' },
			'interface-only': { type: 'boolean' },
			'webhook-url': { type: 'string' },
			'webhook-secret': { type: 'string' },
			replay: { type: 'string' },
			help: { type: 'boolean' },
		},
	});
	return values;
}

function optionsOf(flags: ReturnType<typeof readFlags>): ServiceOptions {
	const { 'webhook-url': url, 'webhook-secret': secret } = flags;
	if (!url !== !secret) throw new Error('--webhook-url and --webhook-secret go together');
	return {
		host: flags.host,
		port: wholeNumber('--port', flags.port),
		processingDelayMs: wholeNumber('--processing-delay-ms', flags['processing-delay-ms']),
		interfaceOnly: flags['interface-only'],
		webhooks: url && secret ? [{ url, secret }] : undefined,
	};
}

function wholeNumber(flag: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	if (!/^\d+$/.test(text)) throw new Error(`${flag} takes a whole number, not "${text}"`);
	return Number(text);
}

function introduction({ baseUrl, keys, samples }: RunningService): string {
	return `Gift Order Batch Service at ${baseUrl}

  Automation key                         ${keys.automation}
  Commerce key                           ${keys.commerce}
  Automation key of a non-admin          ${keys.automationMember}
  Automation key, no payment method      ${keys.automationWithoutPaymentMethod}
  A product                              ${samples.productId}

Try it:

  curl -H 'Authorization: Bearer ${keys.automation}' ${baseUrl}/v1/me

More IDs: ${baseUrl}/_control/samples
Stop with Ctrl-C.
`;
}

function sentenceFor(error: unknown): string {
	const { code, message } = error as NodeJS.ErrnoException;
	if (code === 'EADDRINUSE') return 'The port is in use: choose another one with --port, or stop what uses it.';
	return message;
}

main().catch((error: unknown) => {
	process.stderr.write(`${sentenceFor(error)}\n`);
	process.exitCode = 1;
});
