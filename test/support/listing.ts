import type { IDataObject } from 'n8n-workflow';

import type { FaultEffect } from '../../dev/mock-service';

/** Lists these entries, and says that there are no others. */
export const listing = (...data: IDataObject[]): FaultEffect => ({
	kind: 'response',
	status: 200,
	body: { data, list_meta: { total_count: data.length } },
});
