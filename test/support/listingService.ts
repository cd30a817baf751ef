import { plainServer } from '../../dev/harness/plainServer';
import { credentialFor } from './actionNode';

/** A service that lists the entries of `show` at every address but that of the account, with its credentials. */
export async function listingService() {
	let data: object[] = [];
	const { baseUrl, close } = await plainServer((request, response) => {
		const body = request.url?.startsWith('/v1/me')
			? { email: 'ann@example.com' }
			: { data, list_meta: { total_count: data.length } };
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	});
	return {
		credentials: { giftOrderBatchAutomationApi: credentialFor(baseUrl, 'key') },
		show: (...entries: object[]) => void (data = entries),
		close,
	};
}
