/**
 * The least that reading a list can cost: the same requests as the node's, at the same concurrency, with nothing but
 * Node's own http. Arguments: the list's address, the API key, how many requests at a time. It reads the list twice and prints how
 * many milliseconds the second time took.
 */
import { get } from 'node:http';

const [address, key, concurrency] = process.argv.slice(2);
const PAGE_SIZE = 100;

const readPage = (page) =>
	new Promise((resolve, reject) => {
		const url = `${address}?page=${page}&per_page=${PAGE_SIZE}`;
		get(url, { headers: { authorization: `Bearer ${key}` } }, (response) => {
			let text = '';
			response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
			response.on('end', () => resolve(JSON.parse(text)));
			response.on('error', reject);
		}).on('error', reject);
	});

async function readList() {
	const first = await readPage(1);
	const pages = [first.data];
	const last = Math.ceil(first.list_meta.total_count / PAGE_SIZE);
	let next = 2;
	const worker = async () => {
		while (next <= last) {
			const page = next++;
			pages[page - 1] = (await readPage(page)).data;
		}
	};
	await Promise.all(Array.from({ length: Number(concurrency) }, worker));
	const orders = pages.flat();
	if (orders.length !== first.list_meta.total_count) throw new Error(`Only ${orders.length} orders were read`);
}

await readList();
const start = performance.now();
await readList();
process.stdout.write(String(performance.now() - start));
