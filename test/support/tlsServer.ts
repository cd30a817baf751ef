import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The tags of ASN.1 that a certificate is written with. */
const TAG = { integer: 0x02, bitString: 0x03, oid: 0x06, utf8String: 0x0c, utcTime: 0x17, sequence: 0x30, set: 0x31 };

/** One value in DER: its tag, its length and its content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
	const value = Buffer.concat(content);
	const { length } = value;
	const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...lengthBytes]), value]);
}

const sequence = (...content: Uint8Array[]) => der(TAG.sequence, ...content);

const ECDSA_WITH_SHA256 = sequence(der(TAG.oid, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(TAG.oid, Buffer.from('550403', 'hex'));

/** Has two digits for the year. */
const utcTime = (milliseconds: number) =>
	der(TAG.utcTime, Buffer.from(`${new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

/**
 * A certificate for localhost that its own key has signed, and that key, both as PEM. Node.js can sign a certificate but not
 * write one, and no other program is needed this way.
 */
function selfSigned(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const name = sequence(der(TAG.set, sequence(COMMON_NAME, der(TAG.utf8String, Buffer.from('localhost')))));
	const now = Date.now();
	const content = sequence(
		der(TAG.integer, Buffer.from([1])),
		ECDSA_WITH_SHA256,
		name,
		sequence(utcTime(now - DAY_MS), utcTime(now + DAY_MS)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const noUnusedBits = Buffer.from([0]);
	const signature = der(TAG.bitString, noUnusedBits, sign('sha256', content, privateKey));
	const certificate = sequence(content, ECDSA_WITH_SHA256, signature);
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
	};
}

/** A server with TLS on a free port of this machine, which counts the connections and requests that reach it. */
export async function tlsServer() {
	let connections = 0;
	let requests = 0;
	const server = createServer(selfSigned(), (_request, response) => {
		requests++;
		response.setHeader('content-type', 'application/json').end('{}');
	});
	server.on('connection', () => connections++);
	await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
	return {
		baseUrl: `https://localhost:${(server.address() as AddressInfo).port}`,
		connections: () => connections,
		requests: () => requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
