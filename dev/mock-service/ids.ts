import { createHash } from 'node:crypto';

/** The same UUID for the same words, every time: catalogue ids and the ids of parts of an order. */
export function uuidFrom(...words: Array<string | number>): string {
	const hash = createHash('sha1').update(words.join('\n')).digest('hex');
	const variant = ((parseInt(hash[16]!, 16) & 0x3) | 0x8).toString(16);
	return [
		hash.slice(0, 8),
		hash.slice(8, 12),
		`5${hash.slice(13, 16)}`,
		`${variant}${hash.slice(17, 20)}`,
		hash.slice(20, 32),
	].join('-');
}

/** The short id that receipts show (`reference_id`), made from a resource's UUID. */
export function referenceFrom(id: string): string {
	return id.slice(0, 8).toUpperCase();
}
