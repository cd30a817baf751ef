import occasionsByTitle from './cards.json';
import { uuidFrom } from './ids';

/** A digital greeting card that a batch may name as `card_id`. No response shows its title, only its picture. */
export interface GreetingCard {
	id: string;
	title: string;
	occasions: string[];
}

/** In the order in which the service lists them. */
export const cards: GreetingCard[] = Object.entries(occasionsByTitle).map(([title, occasions]) => ({
	id: uuidFrom('card', title),
	title,
	occasions,
}));

/** The card with an ID, whatever its case. */
export function cardWith(id: string): GreetingCard | undefined {
	return cards.find((card) => card.id === id.toLowerCase());
}
