/** Parts of a message that another node, or a webhook, has made. */
import type { IDataObject } from 'n8n-workflow';

import { type Attack, heldUnless } from './attack.mts';
import { HostileServer } from './support/hostileServer.mts';

/** @param expected what the error must be */
function many(name: string, items: () => IDataObject[], expected: RegExp): Attack {
	return {
		name,
		seconds: 30,
		megabytes: 1500,
		async run() {
			const hostile = await HostileServer.start((_, response) => response.end('{}'));
			try {
				const form = { resource: 'report', operation: 'getEventReport', output: 'part' };
				const { error } = await hostile.run(form, 'secret', {
					items: items(),
					onError: 'continueRegularOutput',
				});
				return heldUnless(!expected.test(error?.message ?? '') && `it said ${error?.message}`);
			} finally {
				hostile.stop();
			}
		},
	};
}

const parts = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ headline: `h${n}`, zone: `z${n}` }));

/** Half of them are numbers that the others explain. */
function explaining(n: number): IDataObject {
	const headline = 'x'.repeat(390) + (n % 500);
	const subject = String(n).padEnd(200, 's');
	return { headline, subject, ...(n < 500 ? {} : { number: headline, detail: 'd' }) };
}

/** Parts as long as they may be, and behind them the node's own: a number that must be sent. */
function long(
	name: string,
	output: string,
	count: number,
	fault: (message: IDataObject, text: string) => string | false,
): Attack {
	return {
		name,
		async run() {
			const own = { series: ['2026-11-01 00:00:00'], rows: [{ values: [[777]] }] };
			const hostile = await HostileServer.start((_, response) => response.end(JSON.stringify(own)));
			const texts = (n: number) => `${n}，${`${'题目'.repeat(40)}，`.repeat(20)}`;
			const item = {
				parts: Array.from({ length: count * 3 }, (_, n) => ({
					...{ name: texts(n), headline: texts(n), scope: texts(n), zone: 'z' },
					// Two of three explain the number of the one before them.
					...{ measure: `m${Math.floor(n / 3)}`, number: '5' },
					...(n % 3 > 0 ? { detail: texts(n) } : {}),
				})),
			};
			try {
				const form = { output, messageCombine: 'listed', options: { usualRange: 'none' } };
				const { rows, error } = await hostile.run(form, 'secret', { items: [item] });
				const [message = {}] = rows;
				return heldUnless(
					error !== undefined && `it said ${error.message}`,
					fault(message, JSON.stringify(message)),
				);
			} finally {
				hostile.stop();
			}
		},
	};
}

export const attacks: Attack[] = [
	long('a long part hides all others', 'wecom', 1, (_, text) => {
		const isShown = /777|more report/.test(text) && text.includes('题目');
		return (!isShown || text.includes('No rows')) && `it is: ${text.slice(0, 300)}`;
	}),
	long('twenty long parts are more than Slack takes', 'slack', 20, ({ blocks }) => {
		const { length } = JSON.stringify(blocks);
		return length > 13_000 && `${length} characters of JSON`;
	}),
	many('a million parts', () => [{ parts: parts(1_000_000) }], /limit is/),
	many(
		'60 items with 900 parts each',
		() => Array.from({ length: 60 }, () => ({ parts: parts(900) })),
		/limit is/,
	),
	many(
		'999 parts that explain each other, each with a long subject',
		() => [{ parts: parts(999).map((part, n) => ({ ...part, ...explaining(n) })) }],
		/^$/,
	),
	many(
		'999 parts whose texts have 100,000 characters each',
		() => [
			{
				parts: parts(999).map(({ headline, zone }) => {
					// In one piece, as from another node: pieces would be joined at their first use.
					const long = (text: string) => Buffer.from(text.padEnd(100_000, 'x')).toString();
					return { headline: long(headline), zone: long(zone), scope: long('s') };
				}),
			},
		],
		/^$/,
	),
];
