import type { RunningService } from '../../dev/mock-service';
import { targetOf } from './live';
import type { Target } from './session';

/** The mock service with all its keys, or something that stands before it. */
export const mockTarget = ({ keys, samples, ...service }: RunningService, baseUrl = service.baseUrl): Target =>
	targetOf(
		{
			SERVICE_URL: baseUrl,
			SERVICE_KEY: keys.automation,
			SERVICE_COMMERCE_KEY: keys.commerce,
			SERVICE_NON_ADMIN_KEY: keys.automationMember,
			SERVICE_KEY_WITHOUT_PAYMENT_METHOD: keys.automationWithoutPaymentMethod,
			SERVICE_INTERIM_CARD_KEY: 'interim_card_of_the_contract',
			SERVICE_GIFT_COLLECTION: samples.giftCollectionProductId,
		},
		new Date(),
	);
