import { init } from 'echarts';

import type { Result, Row } from './report';

const WIDTH = 860;
const ROW_HEIGHT = 26;
const TITLE_HEIGHT = 70;
const COLORS = { bar: '#5b6ee1', text: '#57606a' };

/** Rows that stand for the same work, so that their lengths can be compared. */
const comparisons = (results: Result[]) =>
	results.filter(({ rows }) => new Set(rows.map(({ unit }) => unit)).size === 1);

const label = ({ samples: { median }, unit }: Row) =>
	`${median >= 100 ? median.toFixed(0) : median.toPrecision(3)} ${unit}`;

/** The medians of every result whose rows have one unit, as an SVG with one set of bars for each. */
export function chart(results: Result[]): string {
	const shown = comparisons(results);
	const heights = shown.map(({ rows }) => TITLE_HEIGHT + rows.length * ROW_HEIGHT);
	const tops = heights.map((_, index) => heights.slice(0, index).reduce((sum, height) => sum + height, 0));
	const height = heights.reduce((sum, next) => sum + next, 0);
	const drawing = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
	drawing.setOption({
		animation: false,
		backgroundColor: '#ffffff',
		title: shown.map(({ title }, index) => ({
			text: title,
			top: (tops[index] as number) + 12,
			left: 12,
			textStyle: { fontSize: 15 },
		})),
		grid: shown.map(({ rows }, index) => ({
			top: (tops[index] as number) + 44,
			height: rows.length * ROW_HEIGHT,
			left: 260,
			right: 130,
		})),
		xAxis: shown.map((_, index) => ({ type: 'value', gridIndex: index, show: false })),
		yAxis: shown.map(({ rows }, index) => ({
			type: 'category',
			gridIndex: index,
			inverse: true,
			data: rows.map((row) => row.label),
			axisTick: { show: false },
			axisLine: { show: false },
			axisLabel: { color: COLORS.text },
		})),
		series: shown.map(({ rows }, index) => ({
			type: 'bar',
			xAxisIndex: index,
			yAxisIndex: index,
			barWidth: 14,
			itemStyle: { color: COLORS.bar },
			data: rows.map((row) => row.samples.median),
			label: {
				show: true,
				position: 'right',
				color: COLORS.text,
				formatter: ({ dataIndex }: { dataIndex: number }) => label(rows[dataIndex] as Row),
			},
		})),
	});
	const svg = drawing.renderToSVGString();
	drawing.dispose();
	return `${svg}\n`;
}
