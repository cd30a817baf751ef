import type { Responses } from './responseBodies';
import type { OrderBatchStore } from './orderBatchStore';
import type { Catalogue } from './catalogue/catalogue';
import type { Faults } from './faults';
import type { PaymentMethods } from './paymentMethodStore';
import type { PriceFields } from './price';
import type { RequestLog } from './requestLog';
import type { Samples } from './samples';
import type { Webhooks } from './webhookSender';

/** The parts of one running service, which its routes work with. */
export interface ServiceContext {
	catalogue: Catalogue;
	samples: Samples;
	orderBatches: OrderBatchStore;
	paymentMethods: PaymentMethods;
	webhooks: Webhooks;
	faults: Faults;
	log: RequestLog;
	responses: Responses;
	/** Whether everything outside the interface is left out. */
	interfaceOnly: boolean;
	priceFields: PriceFields;
	/** Empties batches, payment methods, log, faults, webhooks and deliveries. */
	reset: () => void;
}
