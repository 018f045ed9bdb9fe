/** The examples of docs/messages.md: every shape of data in both languages, as DingTalk gets it. */
import { readFile } from 'node:fs/promises';

import type { IDataObject } from 'n8n-workflow';

import { TestWorld } from './world.mts';

const NOW = '2026-11-23T11:44:00+08:00';
const [START, END] = ['<!-- examples -->', '<!-- end of examples -->'];

const orders = { eventName: 'PayOrder', aggregator: 'general' };
const buyers = { eventName: 'PayOrder', aggregator: 'unique' };
const revenue = { eventName: 'PayOrder', aggregator: 'sum', field: 'amount' };
const events = (...measure: IDataObject[]) => ({
	operation: 'getEventReport',
	measures: { measure },
	unit: 'day',
});
const dates = (fromDate: string, toDate = fromDate) => ({ dateRange: 'custom', fromDate, toDate });
const only = (field: string, values: string) => ({
	filter: { condition: [{ field, function: 'equal', values }] },
});
const byCity = { groupBy: { group: [{ field: 'city' }] } };
const funnel = {
	operation: 'getFunnelReport',
	steps: { step: ['ViewProduct', 'AddToCart', 'PayOrder'].map((eventName) => ({ eventName })) },
	window: 2,
	windowUnit: 'days',
};
const retention = {
	operation: 'getRetentionReport',
	firstEvent: '$pageview',
	secondEvent: 'PayOrder',
};
const paths = {
	operation: 'getPathReport',
	pathDirection: 'after',
	pathEvent: '$pageview',
	pathEvents: { event: funnel.steps.step },
	pathRows: 'links',
};
const ONLY_WITH_KEY = ['Path', 'Interval', 'LifetimeValue', 'Attribution'].map(
	(name) => `get${name}Report`,
);
const SUNDAY = dates('2026-11-22');
const FORTNIGHT = dates('2026-11-09', '2026-11-22');
const AGAINST = { compareWith: 'previousPeriod' };

/** By what they show. */
const SHAPES: { [shape: string]: IDataObject } = {
	'One number': { ...events(orders), ...SUNDAY, compareWith: 'lastWeek' },
	'One number, with its usual range': {
		...events({ eventName: '$pageview', aggregator: 'general' }),
		...SUNDAY,
		options: { usualRange: 'all' },
	},
	'Several measures, one date': {
		...events(orders, revenue, buyers),
		...SUNDAY,
		compareWith: 'lastWeek',
	},
	'One measure over dates': { ...events(orders), ...FORTNIGHT, ...AGAINST },
	'Dates that include today (23 November)': {
		...events(orders, buyers),
		...dates('2026-11-09', '2026-11-23'),
		...AGAINST,
	},
	'Groups, one date': { ...events(orders), ...byCity, ...SUNDAY },
	'Groups compared': {
		...events(orders),
		...byCity,
		...dates('2026-11-16', '2026-11-22'),
		...AGAINST,
	},
	'Groups, dates, and measures, with a filter and the three largest groups': {
		...events(orders, revenue),
		...byCity,
		...FORTNIGHT,
		...AGAINST,
		...only('channel', 'search'),
		groupBy: { group: [{ field: 'city', topGroups: 3 }] },
		options: { orderBy: 'PayOrder_events' },
	},
	"Users by group over dates, which don't add up": {
		...events(buyers),
		...byCity,
		...dates('2026-11-16', '2026-11-22'),
		...AGAINST,
	},
	Today: { ...events(orders), ...dates('2026-11-23'), compareWith: 'lastWeek' },
	Funnel: { ...funnel, window: 7, ...dates('2026-11-09', '2026-11-15') },
	'Funnel by date': { ...funnel, splitByDate: true, ...FORTNIGHT },
	'Funnel by group': { ...funnel, groupByField: 'event.ViewProduct.city', ...FORTNIGHT },
	'Retention (weeks)': {
		...retention,
		unit: 'week',
		duration: 4,
		...dates('2026-10-12', '2026-11-22'),
	},
	'Retention of few users': {
		...retention,
		unit: 'day',
		duration: 1,
		...only('city', 'Hangzhou'),
		...dates('2026-11-21'),
	},
	'Retention by group': {
		...retention,
		unit: 'day',
		duration: 1,
		groupByField: 'user.level',
		...dates('2026-11-01', '2026-11-07'),
	},
	Distribution: {
		operation: 'getDistributionReport',
		eventName: 'PayOrder',
		distributionOf: 'times',
		buckets: '2, 3, 5',
		unit: 'week',
		...dates('2026-11-16', '2026-11-22'),
	},
	Paths: { ...paths, ...dates('2026-11-16', '2026-11-22') },
	'Times between events': {
		operation: 'getIntervalReport',
		intervalFrom: 'ViewProduct',
		intervalTo: 'PayOrder',
		percentiles: '25, 50, 75',
		unit: 'day',
		...dates('2026-11-16', '2026-11-22'),
	},
	'Lifetime value': {
		operation: 'getLifetimeValueReport',
		startEvent: 'SignUp',
		lifetimeValue: 'sum',
		valueEvent: 'PayOrder',
		valueProperty: 'amount',
		followedPeriods: 4,
		unit: 'week',
		...dates('2026-10-05', '2026-11-22'),
	},
	Attribution: {
		operation: 'getAttributionReport',
		targetEvent: 'PayOrder',
		targetValue: 'sum',
		targetProperty: 'event.PayOrder.amount',
		touchpoints: {
			touchpoint: ['ViewProduct', 'SignUp'].map((eventName) => ({ eventName })),
		},
		attributionRule: 'linear',
		lookbackDays: 7,
		...dates('2026-11-16', '2026-11-22'),
	},
	'User properties': {
		operation: 'getUserPropertyReport',
		aggregator: 'count',
		groupBy: { group: [{ field: 'user.level' }] },
	},
};

/** Returns the document with new examples. */
export async function writeMessages(): Promise<string> {
	const document = await readFile('docs/messages.md', 'utf8');
	const t = await TestWorld.start();
	try {
		t.setClock(new Date(NOW));
		const chapters: string[] = [];
		for (const [shape, form] of Object.entries(SHAPES)) {
			const texts: string[] = [];
			for (const messageLanguage of ['en-US', 'zh-CN']) {
				const { operation, ...fields } = form;
				const wanted = { output: 'dingtalk', messageLanguage, ...fields };
				const credential = ONLY_WITH_KEY.includes(String(operation)) ? 'key' : 'secret';
				const { rows, error } = await t.operation('report', String(operation), wanted, {
					credential,
				});
				if (error) throw new Error(`${shape}: ${error.message}`);
				const { markdown } = rows[0] as { markdown: { text: string } };
				texts.push(markdown.text.replace(/\n\n/g, '\n').replaceAll('\\', ''));
			}
			chapters.push(`**${shape}**`, `\`\`\`text\n${texts.join('\n\n')}\n\`\`\``);
		}
		const [before, behind] = [document.split(START)[0], document.split(END)[1]];
		return `${before}${START}\n\n${chapters.join('\n\n')}\n\n${END}${behind}`;
	} finally {
		await t.stop();
	}
}
