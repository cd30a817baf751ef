import { checkResponse } from '../../../dev/mock-service/openapi/checkResponse';
import { operationOf } from '../../../dev/mock-service/openapi/document';

const getMe = operationOf('GET', '/v1/me')!;
const deleteWebhook = operationOf('DELETE', '/v1/webhooks/:id')!;
const me = { email: 'a@example.com', public_app_id: null };

test.each([
	[getMe, 200, me],
	[getMe, 401, { error: 'Unauthorized' }],
	[getMe, 418, { error: 'Teapot' }],
	[null, 404, { error: 'Not found' }],
])('a response that keeps the document can be sent: %#', (operation, status, body) => {
	expect(() => checkResponse(operation, status, body)).not.toThrow();
});

test.each([
	[getMe, 200, { ...me, email: 7 }, 'Me: email must be a string or null'],
	[getMe, 200, { ...me, name: 'Avery' }, 'must NOT have additional properties'],
	[getMe, 401, me, 'Error: error is missing'],
	[null, 404, {}, 'Error: error is missing'],
	[deleteWebhook, 204, {}, 'The document has no body for the status 204'],
])('a response that breaks the document is never sent: %#', (operation, status, body, error) => {
	expect(() => checkResponse(operation, status, body)).toThrow(error);
});
