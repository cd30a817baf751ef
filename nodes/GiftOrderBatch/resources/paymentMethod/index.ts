import type { Resource } from '../defineResource';
import { create } from './create';

export const paymentMethod: Resource = {
	value: 'paymentMethod',
	name: 'Payment Method',
	operations: [create],
};
