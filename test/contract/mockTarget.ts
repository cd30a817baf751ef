import type { RunningService } from '../../dev/mock-service';
import { HOUR_MS } from '../support/durations';
import type { Target } from './session';

/** The mock service with all its keys, or something that stands before it. Its order batches need not wait for their time. */
export const mockTarget = (service: RunningService, baseUrl = service.baseUrl): Target => ({
	baseUrl,
	keys: {
		automation: service.keys.automation,
		commerce: service.keys.commerce,
		nonAdmin: service.keys.automationMember,
		withoutPaymentMethod: service.keys.automationWithoutPaymentMethod,
	},
	samples: {
		interimCardKey: 'interim_card_of_the_contract',
		giftCollectionProductId: service.samples.giftCollectionProductId,
	},
	startedAt: new Date(),
	paceMs: 0,
	maxWaitMs: 60_000,
	pollMs: 10,
	scheduleMs: HOUR_MS,
	sendScheduled: async (id) => service.setBatchState(id, 'complete'),
});
