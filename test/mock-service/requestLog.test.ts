import { RequestLog, type RequestRecord } from '../../dev/mock-service/requestLog';

test('the log counts the requests that were open at the same time', () => {
	const log = new RequestLog();
	const begin = () => log.add({} as RequestRecord);
	const [end] = [begin(), begin(), begin()];
	end();
	begin();
	expect(log.maxConcurrency()).toBe(3);
});
