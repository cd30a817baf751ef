import {
	sleep,
	type IAllExecuteFunctions,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';

import { ServiceClient } from './api/client';
import { apiKeyOf, baseUrlOf } from './api/environment';
import { ServiceError } from './api/errors';
import { fingerprint } from './api/fingerprint';
import type { Limits } from './api/limits';
import { authenticationField, CREDENTIAL_TYPES } from './nodeDescription';
import { accepted, checkField } from './resources/fieldTable';
import { throwIfAny } from './resources/outcome';

/**
 * Makes a client of the node's credential, which must be the same for all input items.
 * @param limits what differs from `DEFAULT_LIMITS`
 * @param count how many input items there are
 * @throws ServiceError when the credential's address cannot be used, or expressions in the credential differ between items
 */
export async function connectToService(
	functions: IAllExecuteFunctions,
	limits?: Partial<Limits>,
	count = 1,
): Promise<ServiceClient> {
	// Triggers have no input item, and would treat the number as a default value.
	const authentication = (functions as IExecuteFunctions).getNodeParameter('authentication', 0);
	const type = CREDENTIAL_TYPES[accepted(checkField(authenticationField, authentication))];
	const read = async (item: number) => await functions.getCredentials<ICredentialDataDecryptedObject>(type, item);
	const data = await read(0);
	const isSame = async (item: number) => fingerprint(await read(item)) === fingerprint(data);
	// Most expressions about the item fail or differ for an item that does not exist. Of few items, each is read.
	const isFixed = count > 100 && (await isSame(count).catch(() => false));
	for (let other = 1; other < count && !isFixed; other++) {
		if (!(await isSame(other))) throwIfAny([{ kind: 'differentSettings', field: 'Credential', other }]);
	}
	const baseUrl = baseUrlOf(data);
	if ('problem' in baseUrl) throw new ServiceError(`Credential: ${baseUrl.problem}`, { correct: 'it' });
	// So that n8n does not read and decrypt it for each request.
	const credentialsDecrypted = { id: '', name: '', type, data };
	return new ServiceClient({
		baseUrl: baseUrl.url,
		apiKey: apiKeyOf(data),
		signingSecret: String(data.webhookSigningSecret ?? '').trim(),
		limits,
		sleep,
		cancelSignal: 'getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined,
		async send(request, signal) {
			// n8n takes the signal from its context, and overwrites the one of the options.
			const context = Object.create(functions, {
				getExecutionCancelSignal: { value: () => signal },
			}) as typeof functions;
			return (await functions.helpers.httpRequestWithAuthentication.call(
				context,
				type,
				{ ...request, json: true, returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true },
				{ credentialsDecrypted },
			)) as IN8nHttpFullResponse;
		},
	});
}
