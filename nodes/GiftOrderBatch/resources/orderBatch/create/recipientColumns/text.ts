/** Lower case without accents, in one form of Unicode. Marks of other scripts than Latin, Greek and Cyrillic are kept. */
export const folded = (text: string): string =>
	text
		.normalize('NFKC')
		.normalize('NFD')
		.replace(/[\u0300-\u036f\u200b-\u200f\ufeff]/g, '')
		.normalize('NFC')
		.toLowerCase()
		.replace(/ß/g, 'ss');
