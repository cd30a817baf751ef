import { cards, type GreetingCard } from './cards';

export const CARD_SIZES = {
	image: { width: 800, height: 1130 },
	image_thumb: { width: 200, height: 283 },
};

export type CardSize = keyof typeof CARD_SIZES;

/** A step that keeps the hues of neighbors apart and repeats none (degrees). */
const GOLDEN_ANGLE = 137.5;

/** Eight of each surround the middle of the card. */
const SHAPES = [
	'<circle cy="-190" r="62"/>',
	'<ellipse cy="-170" rx="44" ry="112"/>',
	'<rect x="-14" y="-280" width="28" height="200" rx="14"/>',
	'<path d="M0-280 48-170 0-60-48-170Z"/>',
	'<path d="M0-90C-110-150-60-270 0-205 60-270 110-150 0-90Z"/>',
];

/** The picture of a card as SVG: a color and a shape of its own, with the title and the occasions. */
export function pictureOf({ id, title, occasions }: GreetingCard, size: CardSize): string {
	const { width, height } = CARD_SIZES[size];
	const index = cards.findIndex((card) => card.id === id);
	const hue = Math.round(index * GOLDEN_ANGLE) % 360;
	const shape = SHAPES[index % SHAPES.length]!;
	const petals = Array.from({ length: 8 }, (_, turn) => `<g transform="rotate(${turn * 45})">${shape}</g>`).join('');
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 800 1130" preserveAspectRatio="xMidYMid slice">`,
		`<rect width="800" height="1130" fill="hsl(${hue}, 60%, 92%)"/>`,
		`<g transform="translate(400 430)" fill="hsl(${hue}, 55%, 60%)">${petals}</g>`,
		`<circle cx="400" cy="430" r="48" fill="hsl(${(hue + 45) % 360}, 75%, 65%)"/>`,
		`<g text-anchor="middle" font-family="Georgia, serif" fill="hsl(${hue}, 45%, 25%)">`,
		`<text x="400" y="880" font-size="${Math.min(84, Math.floor(1300 / title.length))}">${title}</text>`,
		`<text x="400" y="960" font-size="32">${occasions.join(', ')}</text>`,
		'</g></svg>',
	].join('\n');
}
