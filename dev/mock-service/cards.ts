import { uuidFrom } from './ids';

/** A digital greeting card that a batch may name as `card_id`. No response shows its title, only its picture. */
export interface GreetingCard {
	id: string;
	title: string;
	occasions: string[];
}

/** Titles with their occasions, in the order in which the service lists the cards. */
const occasionsByTitle: Record<string, string[]> = {
	'Thank you': ['Thank You'],
	'Happy birthday': ['Birthday'],
	'Welcome aboard': ['Onboarding'],
	Congratulations: ['Congratulations'],
	'Many thanks': ['Thank You'],
	'Birthday wishes': ['Birthday'],
	'Great to have you': ['Onboarding'],
	'Well done': ['Congratulations', 'Thank You'],
	'Happy holidays': ['Holiday'],
	'Warm wishes': ['Holiday'],
	'Happy New Year': ['Holiday', 'New Year'],
	'Another year together': ['Work Anniversary'],
	'Happy work anniversary': ['Work Anniversary'],
	'Five years': ['Work Anniversary', 'Congratulations'],
	'Get well soon': ['Get Well'],
	'Feel better': ['Get Well'],
	'Thinking of you': ['Sympathy'],
	'With sympathy': ['Sympathy'],
	'Hello, baby': ['New Baby'],
	'Welcome, little one': ['New Baby', 'Congratulations'],
	'Just married': ['Wedding'],
	'To the happy couple': ['Wedding', 'Congratulations'],
	'Home sweet home': ['New Home'],
	'Happy graduation': ['Graduation'],
	'You did it': ['Graduation', 'Congratulations'],
	'Happy retirement': ['Retirement'],
	Farewell: ['Farewell'],
	'Good luck': ['Farewell'],
	'Nice to meet you': ['Sales'],
	'Thank you for your time': ['Sales', 'Thank You'],
	'Thank you for your business': ['Customer Appreciation'],
	'Our favorite customer': ['Customer Appreciation'],
	'Great work': ['Employee Appreciation'],
	'You make a difference': ['Employee Appreciation', 'Thank You'],
	"Happy Mother's Day": ["Mother's Day"],
	"Happy Father's Day": ["Father's Day"],
	"Happy Valentine's Day": ["Valentine's Day"],
	'A little something': [],
	'For you': [],
	'Just because': [],
};

export const cards: GreetingCard[] = Object.entries(occasionsByTitle).map(([title, occasions]) => ({
	id: uuidFrom('card', title),
	title,
	occasions,
}));

/** The card with an ID, whatever its case. */
export function cardWith(id: string): GreetingCard | undefined {
	return cards.find((card) => card.id === id.toLowerCase());
}
