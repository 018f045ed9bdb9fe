import type { Page } from 'playwright-core';

/** What a message for Feishu is made of (output/message/feishu.ts), as far as it is drawn. */
interface Text {
	content: string;
	text_size?: string;
	text_color?: string;
}

type CardElement =
	| { tag: 'div'; text: Text }
	| { tag: 'chart'; chart_spec: object }
	| {
			tag: 'table';
			columns: Array<{ name: string; display_name: string }>;
			rows: Array<Record<string, string>>;
	  };

interface Card {
	header: { title: Text; subtitle?: Text };
	body: { elements: CardElement[] };
}

/** Sizes that Feishu documents for its cards: a width of at most 600 pixels, charts of 16:9. */
const STYLE = `
	body { margin: 0; padding: 16px; background: #f5f6f7; color: #1f2329; font: 14px/22px sans-serif }
	#root { width: 600px; box-sizing: border-box; padding: 12px; background: #fff; border: 1px solid #dee0e3; border-radius: 8px }
	#root > * { margin-top: 8px }
	#root > :first-child { margin-top: 0; font-weight: 600 }
	.heading { font-size: 16px; line-height: 24px }
	.notation { font-size: 12px; line-height: 18px }
	.grey { color: #8f959e }
	.chart { width: 574px; height: 323px }
	table { width: 100%; border-collapse: collapse; border: 1px solid #dee0e3 }
	td, th { height: 32px; padding: 0 12px; border-bottom: 1px solid #dee0e3; text-align: left }
`;

/**
 * Draws a card for Feishu into an empty page, its charts by VChart, which Feishu draws with. Nothing
 * draws its other elements outside of Feishu: they are drawn as Feishu describes them.
 * @returns of each series of the charts its type, and how much it has drawn
 */
export async function drawFeishuCard(page: Page, message: unknown): Promise<Drawn[]> {
	const { header, body } = (message as { card: Card }).card;
	const title = { text_size: 'heading', ...header.title };
	const lines = [title, ...(header.subtitle ? [header.subtitle] : [])].map(lineOf);
	await page.addStyleTag({ content: STYLE });
	await page.addScriptTag({ path: 'node_modules/@visactor/vchart/build/index.min.js' });
	const html = [...lines, ...body.elements.map(htmlOf)].join('');
	const specs = body.elements.flatMap((one) => (one.tag === 'chart' ? [one.chart_spec] : []));
	return await page.evaluate(
		([content, text]) => {
			(document.getElementById('root') as HTMLElement).innerHTML = content;
			const rooms = Array.from(document.querySelectorAll<HTMLElement>('.chart'));
			type Spec = ConstructorParameters<typeof VChart.VChart>[0];
			return (JSON.parse(text) as Spec[]).flatMap((spec, index) => {
				const dom = rooms[index];
				const chart = new globalThis.VChart.VChart(spec, { dom, animation: false });
				chart.renderSync();
				const all = chart.getChart()?.getAllSeries() ?? [];
				return all.map((one) => ({ type: one.type, count: one.getViewData()?.latestData.length }));
			});
		},
		[html, JSON.stringify(specs)] as const,
	);
}

function htmlOf(element: CardElement): string {
	if (element.tag === 'chart') return '<div class="chart"></div>';
	if (element.tag === 'div') return lineOf(element.text);
	const { columns, rows } = element;
	const heads = columns.map(({ display_name }) => `<th>${escape(display_name)}</th>`);
	const lines = rows.map((row) =>
		columns.map(({ name }) => `<td>${escape(row[name] ?? '')}</td>`).join(''),
	);
	return `<table><tr>${[heads.join(''), ...lines].join('</tr><tr>')}</tr></table>`;
}

function lineOf({ content, text_size = '', text_color = '' }: Text): string {
	return `<div class="${text_size} ${text_color}">${escape(content)}</div>`;
}

function escape(text: string): string {
	return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

interface Drawn {
	type: string;
	count: number | undefined;
}

declare global {
	var VChart: typeof import('@visactor/vchart');
}
