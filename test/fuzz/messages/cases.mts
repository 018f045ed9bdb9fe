/** Random reports as somebody asks them, at any hour of the day. */
import type { IDataObject } from 'n8n-workflow';

import { drawOddities, type Oddity } from './odd.mts';
import type { Measure } from './truth.mts';
import type { Target } from './targets.mts';
import { TARGETS } from './targets.mts';
import { addDays } from './truth.mts';

export type Resource =
	| 'event'
	| 'funnel'
	| 'retention'
	| 'distribution'
	/** Those that are computed from the report's own Table. */
	| 'session'
	| 'interval'
	| 'lifetimeValue'
	| 'path'
	| 'attribution'
	| 'userProperties';

export interface Case {
	/** What is unusual about the days. */
	oddities: Oddity[];
	now: number;
	today: string;
	hasKey: boolean;
	isChinese: boolean;
	resource: Resource;
	target: Target;
	layout: 'digest' | 'rows' | 'people';
	/** Whether the exact totals of the service are asked for. */
	hasTotals: boolean;
	/** Whether only whole periods are wanted, which may be fewer dates. */
	isWhole: boolean;
	form: IDataObject;
	measures: Map<string, Measure>;
	unit: string;
	from: string;
	to: string;
	groupBy?: string;
	isCompared: boolean;
	top?: number;
	steps: string[];
	minutes: number;
	isByDate: boolean;
	duration: number;
	/** Whether users who come back after the dates don't count. */
	isBounded?: boolean;
	/** Words that the scope has to have. */
	filter?: string;
	/** Whether it is compared with any dates. */
	isChosen?: boolean;
	/** Whether its numbers are those of Table and Summary, as nobody else knows them. */
	isWide: boolean;
	/** If the usual range is wanted, which days it leaves out, and what they are. */
	usual?: (day: string) => Special | undefined;
}

interface DrawnMeasure {
	outputName: string;
	aggregator?: string;
}

type Chance = () => number;

/** Small, and the same everywhere (mulberry32). */
export function chanceOf(seed: number): Chance {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const ALL: Array<[string, Measure, IDataObject]> = [
	['orders', { event: 'PayOrder', of: 'events' }, { eventName: 'PayOrder', aggregator: 'general' }],
	['buyers', { event: 'PayOrder', of: 'users' }, { eventName: 'PayOrder', aggregator: 'unique' }],
	[
		'revenue',
		{ event: 'PayOrder', of: 'amount' },
		{ eventName: 'PayOrder', aggregator: 'sum', field: 'amount' },
	],
	[
		'carts',
		{ event: 'AddToCart', of: 'events' },
		{ eventName: 'AddToCart', aggregator: 'general' },
	],
	['signups', { event: 'SignUp', of: 'events' }, { eventName: 'SignUp', aggregator: 'general' }],
];
/** Measures that neither add up nor have a mean, and others that are rare. */
const RARE: IDataObject[] = [
	...['avg', 'max', 'min', 'uniqAvg', 'quantile50'].map((aggregator) => ({
		aggregator,
		field: 'amount',
	})),
	{ aggregator: 'average' },
	{ aggregator: 'uniqCount', field: 'city' },
	...['rollup_uniq', 'rollup_count', 'uniq_last_day_7', 'count_cur_month', 'general', 'unique'].map(
		(aggregator) => ({ aggregator }),
	),
	{ aggregator: 'sum', field: 'amount' },
	...['', '%2p', '%d'].map((format) => ({
		aggregator: 'formula',
		expression: 'count(event.PayOrder)/count(event.AddToCart)',
		format,
	})),
];
const ONLY_WITH_KEY: readonly Resource[] = [
	'session',
	'interval',
	'lifetimeValue',
	'path',
	'attribution',
];
const RESOURCES: readonly Resource[] = [
	...Array<Resource>(8).fill('event'),
	...Array<Resource>(3).fill('funnel'),
	...Array<Resource>(3).fill('retention'),
	...Array<Resource>(2).fill('distribution'),
	...ONLY_WITH_KEY,
	'userProperties',
];
const visits = (aggregator: string, outputName: string) => ({
	eventName: '$Anything',
	aggregator,
	outputName,
});
/** Measures of sessions, which are computed from the report's own Table. */
const VISITS: Array<[string, Measure]> = [
	['visits', { event: '$Anything', of: 'events' }],
	['visitors', { event: '$Anything', of: 'users' }],
];
const event = (eventName: string) => ({ eventName });
const OTHERS: Record<Exclude<Resource, 'event' | 'funnel' | 'retention'>, IDataObject> = {
	distribution: {
		operation: 'getDistributionReport',
		eventName: 'PayOrder',
		distributionOf: 'times',
		buckets: '2, 3, 5',
	},
	session: {
		operation: 'getSessionReport',
		session: 'app_visit',
		measures: { measure: [visits('general', 'visits'), visits('unique', 'visitors')] },
	},
	interval: {
		operation: 'getIntervalReport',
		intervalFrom: 'ViewProduct',
		intervalTo: 'PayOrder',
		percentiles: '25, 50, 75',
	},
	lifetimeValue: {
		operation: 'getLifetimeValueReport',
		startEvent: 'SignUp',
		lifetimeValue: 'sum',
		valueEvent: 'PayOrder',
		valueProperty: 'amount',
		followedPeriods: 4,
	},
	path: {
		operation: 'getPathReport',
		pathDirection: 'after',
		pathEvent: '$pageview',
		pathEvents: { event: ['ViewProduct', 'AddToCart', 'PayOrder'].map(event) },
		pathSteps: 4,
		pathWidth: 5,
		pathPause: 30,
		pathRows: 'links',
	},
	attribution: {
		operation: 'getAttributionReport',
		targetEvent: 'PayOrder',
		targetValue: 'sum',
		targetProperty: 'event.PayOrder.amount',
		touchpoints: { touchpoint: ['ViewProduct', 'SignUp'].map(event) },
		attributionRule: 'last',
		lookbackDays: 7,
		directConversion: true,
	},
	userProperties: {
		operation: 'getUserPropertyReport',
		aggregator: 'count',
		groupBy: { group: [{ field: 'user.level' }] },
	},
};
const CITIES = ['Beijing', 'Shanghai', 'Guangzhou', 'Hangzhou'];
const CHANNELS = ['search', 'ads', 'friends', 'direct'];

/** Holidays from the notices, with two days on each side; working weekends; sales. */
const HOLIDAYS =
	/^(?:2025-(?:09-(?:28|29|30)|10-(?:0\d|1[01])|12-3[01])|2026-(?:01-0[1-5]|02-(?:1[3-9]|2[0-5]|28)|04-0[2-8]|04-(?:29|30)|05-0[1-79]|06-(?:1[7-9]|2[0-3])|09-(?:20|2[3-9]|30)|10-(?:0\d|10)))$/;
const SALES = {
	sale618: /-(?:05-(?:1[3-9]|[23]\d)|06-(?:[01]\d|20))$/,
	double11: /-(?:10-(?:1[4-9]|[23]\d)|11-(?:0\d|1[0-4]))$/,
};
export type Special = 'holiday' | keyof typeof SALES | 'own';
const MARKED: { [usual: string]: { [of in Special]?: RegExp } } = {
	all: {},
	holidays: { holiday: HOLIDAYS },
	holidaysAndSales: { holiday: HOLIDAYS, ...SALES },
};
const specialOf = (usual: string, day: string) =>
	Object.entries(MARKED[usual] ?? {}).find(([, days]) => days.test(day))?.[0] as
		| Special
		| undefined;
/** What the days are that the range leaves out, if nothing else is chosen. */
export const specialByDefault = (day: string): Special | undefined =>
	specialOf('holidaysAndSales', day);

export function drawCase(chance: Chance): Case {
	const under = (limit: number) => Math.floor(chance() * limit);
	const pick = <T,>(list: readonly T[]) => list[under(list.length)] as T;
	const today = addDays('2026-09-01', under(80));
	const now = Date.parse(`${today}T00:00:00+08:00`) + under(24 * 60) * 60_000;
	const resource = pick(RESOURCES);
	const target = pick(TARGETS);
	const layout = pick(['digest', 'digest', 'digest', 'rows', 'people'] as const);
	const isUsual = resource === 'event' && chance() < 0.5;
	const length = isUsual && chance() < 0.5 ? 1 : pick([1, 1, 2, 7, 7, 14, 14, 21, 30, 45]);
	const to = addDays(today, -pick([0, 0, 1, 1, 1, 3, 20]));
	const from = addDays(to, 1 - length);
	const base = {
		oddities: chance() < 0.5 ? drawOddities(chance) : [],
		now,
		today,
		target,
		layout,
		hasTotals: false,
		isWhole: false,
		hasKey: ONLY_WITH_KEY.includes(resource) || chance() < 0.4,
		isChinese: chance() < 0.5,
		resource,
		from,
		to,
		steps: [],
		minutes: 0,
		isByDate: false,
		duration: 0,
		isCompared: false,
		isWide: false,
		measures: new Map<string, Measure>(),
	};
	const dates = { dateRange: 'custom', fromDate: from, toDate: to };
	const isCard = chance() < 0.15 && (target === 'dingtalk' || target === 'wecom');
	const mention = chance() < 0.15 && !isCard && target === 'wecom' ? 'zhangsan' : '';
	const message = {
		names: 'query',
		layout,
		mention,
		...(base.isChinese ? { locale: 'zh-CN' } : {}),
		...(isCard ? { style: 'card', link: 'https://sensors.example' } : {}),
		...(target === 'slack' && chance() < 0.3 ? { rowsAs: 'list' } : {}),
	};
	const rest = { ...dates, output: target, message };
	const hasFilter = resource === 'event' || resource === 'funnel' || resource === 'distribution';
	const channel = chance() < 0.3 && hasFilter ? pick(CHANNELS) : undefined;
	/** Values that no event has make a filter too long for the headline. */
	const isLong = channel !== undefined && chance() < 0.2;
	const values = [channel, ...(isLong ? ['a', 'b'].map((one) => one.repeat(38)) : [])].join(', ');
	const filtered =
		channel === undefined
			? {}
			: {
					filter: { condition: [{ field: 'channel', function: 'equal', values }] },
				};
	const nameOf = (...conditions: Array<[string, string]>) =>
		base.isChinese
			? `仅统计 ${conditions.map((one) => one.join(' 为 ')).join(' 且 ')} 的事件`
			: `Only events where ${conditions.map((one) => one.join(' is ')).join(' and ')}`;
	const filter = channel === undefined ? {} : { filter: nameOf(['channel', channel]) };
	/** The filter again, which changes no number. */
	const again = channel !== undefined && chance() < 0.4 ? { isFiltered: true, ...filtered } : {};
	if (resource === 'funnel') {
		const steps = ['ViewProduct', 'AddToCart', 'PayOrder'].slice(under(2));
		const days = pick([1, 2, 7]);
		const isByDate = chance() < 0.5;
		const groupBy = chance() < 0.4 ? pick(['city', 'channel']) : undefined;
		const ofStep = base.isChinese
			? `仅统计 channel 为 ${channel} 的“${steps[0]}”`
			: `Only “${steps[0]}” events where channel is ${channel}`;
		return {
			...base,
			...(channel === undefined ? {} : { filter: ofStep }),
			...(groupBy === undefined ? {} : { groupBy }),
			unit: 'day',
			steps,
			minutes: days * 1440,
			isByDate,
			form: {
				...rest,
				...filtered,
				operation: 'getFunnelReport',
				steps: {
					step: steps.map((eventName, at) => ({ eventName, ...(at === 1 ? again : {}) })),
				},
				window: days,
				windowUnit: 'days',
				splitByDate: isByDate,
				...(groupBy === undefined ? {} : { groupByField: `event.${steps[0]}.${groupBy}` }),
			},
		};
	}
	if (resource === 'retention') {
		const unit = pick(['day', 'day', 'week']);
		const duration = pick([1, 3, 7]);
		const form = { firstEvent: '$pageview', secondEvent: 'PayOrder', unit, duration };
		const operation = 'getRetentionReport';
		if (chance() < 0.7) return { ...base, unit, duration, form: { ...rest, ...form, operation } };
		const isBounded = chance() < 0.7;
		const query = {
			from_date: from,
			to_date: to,
			unit: base.hasKey ? unit.toUpperCase() : unit,
			first_event: { event_name: form.firstEvent },
			second_event: { event_name: form.secondEvent },
			duration,
			...(isBounded ? {} : { extend_over_end_date: true }),
		};
		const pasted = { queryMode: 'json', queryJson: JSON.stringify(query), dateRange: 'asPasted' };
		return { ...base, unit, duration, isBounded, form: { ...rest, ...pasted, operation } };
	}
	if (resource !== 'event') {
		const unit = resource === 'distribution' ? pick(['day', 'week']) : 'day';
		const form = { ...rest, ...filtered, unit, ...OTHERS[resource] };
		const isSession = resource === 'session' && chance() < 0.6;
		const isGrouped = resource === 'interval' && chance() < 0.4;
		const grouped = isGrouped ? { groupByField: 'event.ViewProduct.channel' } : {};
		const compared = isSession ? { compareWith: pick(['previousPeriod', 'lastWeek']) } : {};
		const of = resource === 'session' ? new Map(VISITS) : base.measures;
		return {
			...base,
			...filter,
			unit,
			isCompared: isSession,
			measures: of,
			form: { ...form, ...grouped, ...compared },
		};
	}
	if (chance() < 0.35) return drawWide(chance, base, rest);
	// What is unusual about cities and amounts is looked at by these.
	const odd = base.oddities.join();
	const isOfCities = odd.includes('cit');
	const isOfAmounts = /refund|charge|amount/.test(odd);
	const chosen = ALL.filter(([name]) => chance() < (isOfAmounts && name === 'revenue' ? 0.9 : 0.4));
	const drawn = chosen.length > 0 ? chosen : [ALL[0] as (typeof ALL)[number]];
	/** A measure with a filter that the others don't have. */
	const alone = drawn.length > 1 && chance() < 0.25 ? under(drawn.length) : -1;
	const measures = drawn.map(([name, measure, form], at): (typeof ALL)[number] => {
		if (at !== alone) return [name, measure, form];
		const city = pick(CITIES);
		// A name may contain the city without meaning the filter.
		return [chance() < 0.3 ? `${city}_${name}` : name, { ...measure, city }, form];
	});
	const unit = pick(['day', 'day', 'day', 'week', 'month', 'total']);
	const isGrouped = chance() < (odd === '' ? 0.4 : 0.8);
	const groupBy = isGrouped ? pick(isOfCities ? ['city'] : ['city', 'channel']) : undefined;
	const isCompared = chance() < 0.6;
	const top = groupBy !== undefined && chance() < 0.3 ? pick([1, 2, 2]) : undefined;
	const isOrdered = chance() < 0.5;
	const hasRest = chance() < 0.4;
	const hasTotals = chance() < 0.3;
	const isWhole = chance() < 0.2;
	const usual = isUsual ? pick(['all', 'all', 'holidays', 'holidaysAndSales'] as const) : undefined;
	const isChosen = isCompared && (unit === 'day' || unit === 'total') && chance() < 0.2;
	const comparison = {
		compareWith: 'custom',
		compareFromDate: addDays(from, -21),
		compareToDate: addDays(from, -pick([1, 8, 15])),
	};
	const special = chance() < 0.3 ? [addDays(to, -under(30)), addDays(to, -7)] : [];
	const isOfAll = channel !== undefined && alone < 0 && chance() < 0.4;
	const city = isOfAll ? pick(CITIES) : undefined;
	const inCity = (values: string) => ({
		isFiltered: true,
		filter: { condition: [{ field: 'city', function: 'equal', values }] },
	});
	const ofEach = city === undefined ? again : inCity(city);
	return {
		...base,
		...filter,
		...(channel === undefined || city === undefined
			? {}
			: { filter: nameOf(['channel', channel], ['city', city]) }),
		hasTotals,
		isWhole,
		unit,
		isCompared,
		isChosen,
		...(groupBy === undefined ? {} : { groupBy }),
		...(top === undefined ? {} : { top }),
		...(usual
			? { usual: (day) => specialOf(usual, day) ?? (special.includes(day) ? 'own' : undefined) }
			: {}),
		measures: new Map(measures.map(([name, measure]) => [name, measure])),
		form: {
			...rest,
			...filtered,
			operation: 'getEventReport',
			measures: {
				measure: measures.map(([outputName, { city: own }, form], at) => ({
					...form,
					...(at === 0 || city !== undefined ? ofEach : {}),
					...(own === undefined ? {} : inCity(own)),
					outputName,
				})),
			},
			unit,
			...(groupBy === undefined
				? {}
				: { groupBy: { group: [{ field: groupBy, topGroups: top ?? 0 }] } }),
			...(isCompared ? { compareWith: pick(['previousPeriod', 'lastWeek', 'lastMonth']) } : {}),
			...(isChosen ? comparison : {}),
			options: {
				...(top !== undefined && isOrdered ? { orderBy: measures[0]?.[0] } : {}),
				...(top !== undefined && hasRest ? { restInOneRow: true } : {}),
				...(hasTotals ? { totals: true } : {}),
				...(isWhole ? { wholePeriodsOnly: true } : {}),
				...(layout === 'digest' && chance() < 0.3 ? { fillMissingDates: false } : {}),
				...(usual ? { usualRange: usual, specialDays: special.join(', ') } : {}),
			},
		},
	};
}

/** Event reports with measures, units, dates and options that are rare. */
function drawWide(chance: Chance, base: Omit<Case, 'form' | 'unit'>, rest: IDataObject): Case {
	const pick = <T,>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T;
	const measure = Array.from({ length: pick([1, 1, 2, 3]) }, (_, index) => ({
		eventName: 'PayOrder',
		...pick(RARE),
		outputName: `m${index}`,
	}));
	const group = pick([[], [], ['city'], ['channel'], ['user.level'], ['city', 'channel']]);
	const unit = pick(['day', 'day', 'hour', 'week', 'month', 'total']);
	const from = unit === 'hour' ? addDays(base.to, -pick([0, 0, 1])) : base.from;
	const isCompared = chance() < 0.5;
	const compared = {
		compareWith: pick(['previousPeriod', 'lastWeek', 'lastMonth', 'lastYear', 'custom']),
		compareFromDate: addDays(from, -40),
		compareToDate: addDays(from, -pick([1, 20, 33])),
	};
	return {
		...base,
		isWide: true,
		unit,
		from,
		isCompared,
		isChosen: isCompared && compared.compareWith === 'custom',
		measures: new Map(
			measure.map(({ outputName, aggregator = '' }: DrawnMeasure) => [
				outputName,
				{ event: '', of: /^uniq(ue|Count)$/.test(aggregator) ? 'distinct' : 'other' },
			]),
		),
		form: {
			...rest,
			operation: 'getEventReport',
			fromDate: from,
			measures: { measure },
			unit,
			groupBy: { group: group.map((field) => ({ field, topGroups: pick([0, 0, 1, 2, 5]) })) },
			...(isCompared ? compared : {}),
			messageWhen: pick(['always', 'always', 'data', 'unusual', isCompared ? 'change' : 'always']),
			messageChange: 10,
			message: {
				...(rest.message as IDataObject),
				...(chance() < 0.3 ? { before: false } : {}),
				...(chance() < 0.3 ? { arrows: false } : {}),
				...(chance() < 0.2 ? { totals: false } : {}),
				...(chance() < 0.3
					? {
							numbers: pick(['integer', 'decimal', 'percent', 'currency']),
							decimals: pick([0, 1, 4]),
						}
					: {}),
				...(chance() < 0.3 ? { names: 'project' } : {}),
				...(chance() < 0.3 ? { maxRows: pick([1, 3]) } : {}),
			},
			options: {
				...(chance() < 0.3 ? { fillMissingDates: false } : {}),
				...(chance() < 0.2 ? { totals: true } : {}),
				...(chance() < 0.2 ? { restInOneRow: true } : {}),
				...(chance() < 0.2 ? { wholePeriodsOnly: true } : {}),
				...(chance() < 0.2 ? { usualRange: 'all' } : {}),
				...(chance() < 0.15 ? { groupLimit: 3, rowLimit: 20 } : {}),
				...(chance() < 0.15 && (group.length > 0 || unit === 'total')
					? { orderBy: 'm0', orderDirection: 'ascending' }
					: {}),
				...(chance() < 0.1 ? { samplingFactor: 32 } : {}),
			},
		},
	};
}
