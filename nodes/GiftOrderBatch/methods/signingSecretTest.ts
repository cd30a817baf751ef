import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { signingKeysOf } from '../api/webhookSignature';

/** Tests the form of a signing secret; only a delivery can show whether it is the right one. Never throws. */
export async function testSigningSecret(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const signing = signingKeysOf(String(data?.signingSecret ?? ''));
	return 'problem' in signing
		? { status: 'Error', message: signing.problem }
		: { status: 'OK', message: 'The signing secret has the right form' };
}
