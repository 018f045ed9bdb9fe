import { OperationalError, UserError } from 'n8n-workflow';

import { firstWords } from '../../../../credentials/http/redact';
import type { ServiceRequest } from '../../../../credentials/http/request';
import { inSlices } from '../../../../credentials/http/slices';
import type { Wire } from '../../api';
import { type Ask, checkedSteps, countOf, type How } from '../../api/api';
import type { Catalog } from '../../catalog/catalog';
import {
	type ChangeExplanation,
	type DimensionChange,
	dimensionChange,
	type ExplainedDimension,
	isByChance,
	mainValueOf,
	overallChange,
	type OverallNumbers,
	rankedDimensions,
	type SkipReason,
	type ValueNumbers,
} from '../../insight/verdict';
import type { BothPeriods } from '../../insight/rates';
import type { ShownNumbers, Usuals } from '../../insight/usual';
import { aggregatorOf } from '../../query/aggregators';
import { areUnlikeRanges } from '../../dates/range';
import { isCounting, isCountOfValues } from '../../query/columns';
import type { PropertyEntry } from '../../query/entities';
import type { ValueKind } from '../../query/filterFunctions';
import {
	ANY_EVENT,
	type DateRange,
	type Filter,
	type FilterCondition,
	FULL_SAMPLE,
	type GroupBy,
	type Measure,
	type Property,
	propertyName,
	toExpression,
} from '../../query/query';
import { amountOf, type Cell } from '../../table/decimal';
import { dataEndOf, type DataTimes, earlierData, keyOfGroup, type Table } from '../../table/table';
import { isNameRefusal, isOfOne } from '../../transport/errors';
import { runSideBySide } from '../../transport/queue';
import { lateBefore, reportOf, withoutNumbers } from '../fetch';
import {
	amountsIn,
	type ExplainQuestion,
	isSum,
	MOST_CHOSEN,
	placesFor,
	type Quantity,
	queryOf,
	type Terms,
	valueOf,
} from './question';

/** Selects the properties of an event that may explain a change. Rules: docs/explain-change.md. */

/** Words in names of properties whose values are IDs, addresses, times, or free texts. */
const UNFIT = new Set([
	...['id', 'ids', 'uid', 'uuid', 'guid', 'token', 'session', 'sn', 'no', 'code', 'hash'],
	...['url', 'uri', 'link', 'path', 'referrer', 'referer', 'host', 'ip', 'address'],
	...['time', 'date', 'day', 'timestamp', 'timezone', 'hour', 'minute'],
	...['title', 'keyword', 'query', 'content', 'message', 'remark', 'comment', 'text'],
	...['phone', 'mobile', 'email', 'mail', 'latitude', 'longitude', 'agent', 'ua'],
]);
const UNFIT_END = /(?:[a-z](?:Id|ID|Url|URL|Time|Date|No)|编号|链接|地址|时间|日期|标题|备注)$/;
/** The most useful properties of the platform, in this order, after the project's own. */
const PRESET = [
	...['$os', '$app_version', '$country', '$province', '$city', '$manufacturer', '$browser'],
	...['$lib', '$is_first_day', '$network_type', '$latest_traffic_source_type', '$carrier'],
];

/** Faults of apps show in these, so they are always selected, also without the platform's `$`. */
const ALWAYS = ['os', 'app_version'];
const FIRST = MOST_CHOSEN - ALWAYS.length;

/** Returns properties that may be dimensions, the most useful first. */
export async function candidatesFor(
	{ event, filter, quantity }: ExplainQuestion,
	catalog: Catalog,
): Promise<GroupBy[]> {
	const measures = [...quantity.top, ...quantity.bottom].map(({ measure }) => measure);
	const events = [...new Set(measures.map((measure) => measure.event))].filter(
		(name) => name !== ANY_EVENT,
	);
	const perEvent =
		events.length > 0
			? await catalog.propertiesByEvent(events)
			: await catalog.propertiesByEvent((await catalog.events()).map(({ name }) => name));
	const [first, ...others] = perEvent.map(({ properties }) => properties);
	// A property that one of the events doesn't have would leave out that event's part.
	const known = others.map((list) => new Set(list.map(({ name }) => name)));
	const common = (first ?? []).filter(({ name }) => known.every((names) => names.has(name)));
	const measured = new Set(
		measures.flatMap(({ property }) => (property ? [propertyName(property)] : [])),
	);
	const fit = common
		.filter((entry) => isFit(entry) && !measured.has(entry.name))
		.map((entry): GroupBy => ({ property: { of: 'event', event, name: entry.name } }))
		.filter(
			({ property }) =>
				!isFixed(property, filter) && !measures.every((own) => isFixed(property, own.filter)),
		)
		.sort((a, b) => rankOf(a.property) - rankOf(b.property));
	const isAlways = ({ property }: GroupBy) =>
		ALWAYS.includes(propertyName(property).replace(/^\$/, ''));
	const plain = fit.filter((one) => !isAlways(one));
	return [...plain.slice(0, FIRST), ...fit.filter(isAlways), ...plain.slice(FIRST)];
}

/** Whether a property has texts or yes/no values that aren't individual for each event. */
function isFit({ name, displayName, kind }: PropertyEntry): boolean {
	if (kind !== undefined && kind !== 'text' && kind !== 'boolean') return false;
	return ![name, displayName].some((text) => isUnfit(text));
}

function isUnfit(text: string): boolean {
	if (UNFIT_END.test(text)) return true;
	const words = text.toLowerCase().split(/[_$. ]/);
	// Whether it is a user's first day is a useful dimension.
	return words[1] !== 'is' && words[0] !== 'is' && words.some((word) => UNFIT.has(word));
}

/** Whether a filter leaves only one value of an event's property, which then has all of the change. */
function isFixed(property: Property, filter: Filter | undefined): boolean {
	if (!filter || filter.join !== 'and') return false;
	return filter.conditions.some(
		(condition) =>
			condition.property.of !== 'user' &&
			propertyName(condition.property) === propertyName(property) &&
			((condition.function === 'equal' && condition.values.length === 1) ||
				['isTrue', 'isFalse', 'notSet'].includes(condition.function)),
	);
}

function rankOf(property: Property): number {
	const name = propertyName(property);
	if (!name.startsWith('$')) return 0;
	const place = PRESET.indexOf(name);
	return 1 + (place < 0 ? PRESET.length : place);
}

/** Requests the numbers of both periods, dimension by dimension, and judges them. */

/** Maximum number of groups in an answer; further groups are unknown. */
const MOST_GROUPS = 1000;
/** Versions that ignore the limit return more; hundreds of thousands would block n8n. */
const MOST_ANSWERED = 2 * MOST_GROUPS;
/** The vendor limits requests to 3 per second, so more at once would only wait. */
const AT_ONCE = 3;
/** Requirements for the values of dimensions that the node selects. */
const VALUES = { least: 2, most: 50 };
const LEAST_FILLED = 0.9;

interface ReturnedGroups {
	groups: Map<string, { value: Cell; cells: Cell[] }>;
	isCut: boolean;
	isSampled: boolean;
}

interface Asking {
	ask: Ask;
	wire: Wire;
	how: How;
}

export function knownRequests(
	question: ExplainQuestion,
	{ wire, how }: Omit<Asking, 'ask'>,
): ServiceRequest[] {
	const by: Array<GroupBy[]> = [[], ...question.dimensions.map((dimension) => [dimension])];
	return by.flatMap((groupBy) =>
		[question.range, question.comparison].map((range) =>
			requestFor(question, groupBy, range, { wire, how }),
		),
	);
}

function requestFor(
	question: ExplainQuestion,
	groupBy: GroupBy[],
	range: DateRange,
	{ wire, how }: Omit<Asking, 'ask'>,
): ServiceRequest {
	const query = queryOf(question, groupBy, extraMeasures(question, groupBy));
	return reportOf(wire, { model: 'event' }).request({ query }, range, {
		...how,
		hasTotals: true,
		...(groupBy.length > 0 ? { limit: MOST_GROUPS } : {}),
	});
}

/** Numbers of events and users to estimate chance, and a ratio itself to check its parts. */
function extraMeasures(question: ExplainQuestion, groupBy: GroupBy[]): Measure[] {
	const { quantity, measure, dimensions } = question;
	const countsOf = ([term]: Terms, aggregators: readonly string[]): Measure[] =>
		term
			? aggregators.map((aggregator) => ({ ...term.measure, aggregator, property: undefined }))
			: [];
	// For dimensions that the node selects, the number of events shows how many have a value.
	if (groupBy.length > 0) return dimensions.length > 0 ? [] : countsOf(quantity.top, ['general']);
	if (quantity.kind === 'own') return [];
	const counts = [quantity.top, quantity.bottom].flatMap((terms) =>
		countsOf(terms, ['general', 'unique']),
	);
	return [...counts, ...(quantity.kind === 'ratio' ? [unrounded(measure)] : [])];
}

/** Without its format, such as `|%d`, by which the service rounds. */
function unrounded(measure: Measure): Measure {
	if (measure.kind === 'event') return measure;
	return { ...measure, expression: measure.expression.split('|')[0] as string };
}

export class Explaining {
	requests = 0;
	private isSampled = false;
	private samplingFactor = FULL_SAMPLE;
	/** Of the answers of both periods that have data until the earliest time. */
	private arrival: DataTimes = {};
	private arrivalBefore: DataTimes = {};
	/** Decimals of divisions in the numerator and the denominator; known after the totals. */
	private places: readonly number[] = [];
	private readonly skipped: ChangeExplanation['skipped'] = [];
	private catalog?: () => Promise<Catalog>;

	constructor(
		private readonly question: ExplainQuestion,
		private readonly asking: Asking,
	) {}

	/** @param usualOf requests the usual range of the overall number, if it can have one */
	async explain(
		catalog: () => Promise<Catalog>,
		usualOf: (shown: ShownNumbers) => Promise<Usuals | undefined>,
	): Promise<ChangeExplanation> {
		const { question } = this;
		this.catalog = catalog;
		const overall = await this.fetchOverall();
		const { now } = overallChange(overall);
		const shown = { isSampled: this.isSampled, at: () => now };
		const usual = question.hasUsual ? await usualOf(shown) : undefined;
		if (usual) this.requests++;
		const dimensions =
			question.dimensions.length > 0
				? await this.fetchPicked(question.dimensions, overall)
				: await this.fetchChosen(await candidatesFor(question, await catalog()), overall);
		const sorted = rankedDimensions(dimensions);
		const inside = question.drillsDown ? await this.drillDown(sorted) : undefined;
		const { quantity, range, comparison } = question;
		const late = lateBefore(
			question.today,
			comparison,
			dataEndOf(this.arrivalBefore),
			this.dataUntil,
		);
		const [base, another] = quantity.bottom.map(({ measure }) => measure);
		const isNamed = base && !another && ['general', 'unique'].includes(base.aggregator);
		// The denominator of an average has a filter of its own: events without the property don't count.
		const [isSet] =
			base?.filter === question.measure.filter ? [] : (base?.filter?.conditions ?? []);
		// Unlike ranges, and numbers of values, differ by more than chance.
		const mayJudge =
			isCounting(question.measure) &&
			!isCountOfValues(question.measure) &&
			!areUnlikeRanges(range, comparison);
		return {
			name: quantity.name,
			kind: quantity.kind,
			isRate: quantity.kind === 'ratio' && areCounts(quantity.top) && areCounts(quantity.bottom),
			isCount: isCounting(question.measure),
			overall: overallChange(overall),
			...(isNamed ? { base: { ...base, property: isSet?.property } } : {}),
			isAboutSame: mayJudge
				? isByChance(Number(overall.top.now ?? 0), Number(overall.top.before ?? 0), this.sampled())
				: null,
			...(question.hasUsual ? { usual: usual ?? { unit: 'day', numbers: [] } } : {}),
			range,
			comparison,
			...(question.leftOut ? { leftOut: question.leftOut } : {}),
			dimensions: sorted,
			...(inside ? { inside } : {}),
			skipped: this.skipped,
			requests: this.requests,
			isSampled: this.isSampled,
			...this.arrival,
			...(late ? { lateBefore: late } : {}),
		};
	}

	/** Time on the project's clocks up to which data of the period has arrived, if known. */
	get dataUntil(): string | undefined {
		return dataEndOf(this.arrival);
	}

	private async fetchOverall(): Promise<OverallNumbers> {
		const { question } = this;
		const { quantity } = question;
		const [now, before] = await this.fetchBoth(question, []);
		const [own, other] = [cellsOf(now), cellsOf(before)];
		this.places = [quantity.top, quantity.bottom].map((terms, index) =>
			placesFor(
				terms,
				[own, other].map((cells) => cells.slice(index * quantity.top.length)),
			),
		);
		const numbers = numbersIn(quantity, own, other, this.places);
		const first = quantity.top.length + quantity.bottom.length;
		const countAt = (place: number) =>
			Number(countOf(own[place], COUNTED)) + Number(countOf(other[place], COUNTED));
		const countedAt = (place: number) => ({ events: countAt(place), users: countAt(place + 1) });
		for (const [cells, dates] of [
			[own, question.range],
			[other, question.comparison],
		] as const) {
			assertTotal(question, cells, dates);
			assertParts(question, cells);
		}
		if (quantity.kind === 'ratio') {
			for (const [side, dates] of [
				['now', question.range],
				['before', question.comparison],
			] as const) {
				if (Number(numbers.bottom?.[side] ?? 0) !== 0) continue;
				throw new UserError(
					`'${firstWords(quantity.name)}' has no value from ${dates.from} to ${dates.to}: there is nothing to divide by. Choose other dates, or another filter`,
				);
			}
		}
		const { events, users } = countedAt(first);
		const size = Number(own[0] ?? 0) + Number(other[0] ?? 0);
		const spread = await this.fetchSpread(events && size / events);
		const { measure } = question;
		// The number of events that an average divides by is known.
		const [counted, known] =
			measure.kind === 'event' && measure.aggregator === 'avg' ? [0, 1] : [users, 0];
		const noise = noiseOf(quantity.top, numbers.top, { events, users: counted }, spread - known);
		return {
			kind: quantity.kind,
			...numbers,
			noise: (quantity.kind === 'own' ? 1 : noise) / this.sampled(),
			noiseOfBottom:
				noiseOf(quantity.bottom, numbers.bottom, countedAt(first + 2)) / this.sampled(),
		};
	}

	/**
	 * Estimates the mean square of amounts, as a multiple of the squared mean, from their sums by size.
	 * @param mean of the amounts
	 */
	private async fetchSpread(mean: number): Promise<number> {
		const { quantity } = this.question;
		const property = amountsIn(quantity.top)?.property;
		if (!property || !mean) return SPREAD;
		const limits = SIZES.flatMap((times) => [times * mean, -times * mean]);
		const buckets = limits.map((limit) => Number(limit.toPrecision(3))).sort((a, b) => a - b);
		// Without dimensions, the groups have the number of events, too.
		const question = { ...this.question, dimensions: [], quantity: { ...quantity, bottom: [] } };
		const both = await this.fetchBoth(question, [{ property, buckets }]).catch(withoutSizes);
		if (both === undefined) return SPREAD;
		let [sum, count, squares] = [0, 0, 0];
		for (const { cells } of both.flatMap(({ groups }) => [...groups.values()])) {
			const [own = 0, number = 0] = cells.map(Number);
			sum += own;
			count += number;
			squares += own ** 2 / (number || 1);
		}
		return sum ? (WITHIN * squares * count) / sum ** 2 : SPREAD;
	}

	/** Returns the fraction of users in the sample: estimates from it vary more. */
	private sampled(): number {
		return this.isSampled ? this.samplingFactor / FULL_SAMPLE : 1;
	}

	private async fetchPicked(
		dimensions: GroupBy[],
		overall: OverallNumbers,
		question = this.question,
	): Promise<Found[]> {
		return await runSideBySide(
			dimensions.length,
			AT_ONCE,
			async (index) => {
				const groupBy = dimensions[index] as GroupBy;
				const [now, before] = await this.fetchBoth(question, [groupBy]);
				const areOther = await this.hasOtherBuckets(groupBy, now, before);
				if (areOther && question === this.question)
					throw new UserError(
						`'${firstWords(propertyName(groupBy.property))}' in 'Dimensions' is a number, and Sensors Analytics chose other buckets in each period. Enter its limits in 'Buckets (Numbers Only)'`,
					);
				return this.judged(groupBy, now, before, overall, areOther);
			},
			() => true,
		);
	}

	/** Fetches candidates until there are enough, or the maximum of requests is reached. */
	private async fetchChosen(candidates: GroupBy[], overall: OverallNumbers): Promise<Found[]> {
		const { question } = this;
		const found: Found[] = [];
		const seen = new Set<string>();
		for (const [index, groupBy] of candidates.entries()) {
			// This reserves requests for the second level: two for each other dimension.
			const kept = question.drillsDown ? 2 * found.length : 0;
			if (found.length === MOST_CHOSEN) break;
			if (this.requests + 2 + kept > question.mostRequests) {
				for (const left of candidates.slice(index)) this.skip(left, 'budget');
				break;
			}
			const both = await this.fetchCandidate(groupBy).catch(asRefused);
			if (typeof both === 'string') {
				this.skip(groupBy, both);
				continue;
			}
			const [now, before] = both;
			const judged = this.judged(groupBy, now, before, overall);
			const signature = signatureOf(judged);
			const why: SkipReason | undefined =
				judged.noParts === 'cut' ||
				(judged.noParts === 'overlap' && question.quantity.kind !== 'own' && !isOfUsers(question))
					? judged.noParts
					: seen.has(signature)
						? 'alike'
						: undefined;
			seen.add(signature);
			if (why) this.skip(groupBy, why);
			else found.push(judged);
		}
		const { top, bottom } = overall;
		const isNothing = [top, bottom].every((both) => !Number(both?.now) && !Number(both?.before));
		if (found.length > 0 || isNothing) return found;
		throw new OperationalError('No property was found in which to look for the change', {
			description: `Add the properties to 'Dimensions' by yourself. The node chooses properties of the event that are text, have ${VALUES.least} to ${VALUES.most} values, and are filled for ${LEAST_FILLED * 100}% of the events.`,
		});
	}

	/** Returns the groups of both periods, or why the node doesn't use the property. */
	private async fetchCandidate(
		groupBy: GroupBy,
	): Promise<[ReturnedGroups, ReturnedGroups] | SkipReason> {
		const { question } = this;
		const now = await this.fetchGroups(question, [groupBy], question.range);
		if (hasTooMany([now])) return 'values';
		// In the end, or at first, there may be one value or none: that is the change itself.
		const before = await this.fetchGroups(question, [groupBy], question.comparison);
		const areOther = await this.hasOtherBuckets(groupBy, now, before);
		return areOther ? 'values' : (unfitFor([now, before], question) ?? [now, before]);
	}

	private skip(groupBy: GroupBy, why: SkipReason): void {
		this.skipped.push({ name: this.nameOf(groupBy), why });
	}

	/** Returns the name of a dimension; a user may have a property of the same name. */
	private nameOf({ property }: GroupBy): string {
		const name = propertyName(property);
		const same = this.question.dimensions.filter((one) => propertyName(one.property) === name);
		return same.length > 1 ? toExpression(property) : name;
	}

	/** Fetches the other dimensions within the value that explains most of the change. */
	private async drillDown(dimensions: readonly Found[]): Promise<ChangeExplanation['inside']> {
		const [first, ...others] = dimensions;
		const top = first && mainValueOf(first);
		if (!first || !top || others.length === 0 || top.change === null) return undefined;
		const condition = conditionFor(first.groupBy, top.value);
		if (!condition || (await this.isBucket(first.groupBy, top.value))) return undefined;
		const { question } = this;
		const filter: Filter = {
			join: 'and',
			conditions: [condition],
			groups: question.filter ? [question.filter] : [],
		};
		const narrowed: ExplainQuestion = { ...question, filter };
		const numbers = first.numbers.find(({ value }) => value === top.value);
		const overall: OverallNumbers = {
			...first.overall,
			top: numbers?.top ?? { now: null, before: null },
			...(numbers?.bottom ? { bottom: numbers.bottom } : {}),
		};
		const room = Math.floor((question.mostRequests - this.requests) / 2);
		const within = await this.fetchPicked(
			others.slice(0, room).map(({ groupBy }) => groupBy),
			overall,
			narrowed,
		);
		const known = within.filter(({ noParts, name }) => {
			const outside = others.find((other) => other.name === name);
			return noParts === undefined || noParts === outside?.noParts;
		});
		return {
			dimension: first.name,
			value: top.value,
			dimensions: rankedDimensions(known),
		};
	}

	/** Whether the service chose different buckets for the two periods. */
	private async hasOtherBuckets(
		groupBy: GroupBy,
		{ groups: own }: ReturnedGroups,
		{ groups: other }: ReturnedGroups,
	): Promise<boolean> {
		if (own.size === 0 || other.size === 0) return false;
		const found = [...own, ...other].find(
			([key, { value }]) => !(own.has(key) && other.has(key)) && isRange(value),
		);
		return found !== undefined && (await this.isBucket(groupBy, found[1].value));
	}

	/** Whether a value is a range of numbers, and not a text such as `18-24`. */
	private async isBucket({ property, buckets }: GroupBy, value: Cell): Promise<boolean> {
		if (buckets || !isRange(value)) return false;
		const name = propertyName(property);
		const listed = async () => {
			const catalog = await this.catalog?.();
			return property.of === 'event'
				? await catalog?.eventProperties([property.event], [name])
				: await catalog?.userProperties();
		};
		const entries = await listed().catch(() => undefined);
		return !entries?.some((one) => one.name === name && TEXTS.includes(one.kind));
	}

	private judged(
		groupBy: GroupBy,
		now: ReturnedGroups,
		before: ReturnedGroups,
		overall: OverallNumbers,
		isUnknown = false,
	): Found {
		const numbers = valuesOf(this.question.quantity, now, before, this.places);
		return {
			...dimensionChange(numbers, overall, isUnknown || now.isCut || before.isCut),
			name: this.nameOf(groupBy),
			groupBy,
			numbers,
			overall,
		};
	}

	private async fetchBoth(
		question: ExplainQuestion,
		groupBy: GroupBy[],
	): Promise<[ReturnedGroups, ReturnedGroups]> {
		const now = await this.fetchGroups(question, groupBy, question.range);
		return [now, await this.fetchGroups(question, groupBy, question.comparison)];
	}

	private async fetchGroups(
		question: ExplainQuestion,
		groupBy: GroupBy[],
		range: DateRange,
	): Promise<ReturnedGroups> {
		const { ask, wire, how } = this.asking;
		this.requests++;
		const answer = await ask(requestFor(question, groupBy, range, this.asking));
		const query = queryOf(question, groupBy, extraMeasures(question, groupBy));
		const report = reportOf(wire, { model: 'event' });
		const table = await inSlices(checkedSteps(report, { query }, range, answer, how));
		if (table.rows.length > MOST_ANSWERED) {
			throw new TooManyGroups(
				`Sensors Analytics returned ${table.rows.length} groups instead of the requested ${MOST_GROUPS}. Choose a dimension with fewer values`,
			);
		}
		const returned = returnedGroupsIn(table, groupBy.length);
		if (range === this.question.range) this.arrival = earlierData(this.arrival, table);
		else this.arrivalBefore = earlierData(this.arrivalBefore, table);
		this.isSampled ||= returned.isSampled;
		this.samplingFactor = Math.min(this.samplingFactor, table.samplingFactor ?? FULL_SAMPLE);
		return returned;
	}
}

/** A dimension with the data for a second level. */
interface Found extends ExplainedDimension {
	groupBy: GroupBy;
	numbers: ValueNumbers[];
	overall: OverallNumbers;
}

function returnedGroupsIn(table: Table, groups: number): ReturnedGroups {
	const entries = table.rows.toArray().map((row) => {
		const value = row[0] ?? null;
		const key = groups > 0 ? keyOfGroup([value]) : '';
		return [key, { value: groups > 0 ? value : null, cells: row.slice(groups) }] as const;
	});
	const { isTruncated, isSampled = false } = table;
	return { groups: new Map(entries), isCut: isTruncated, isSampled };
}

/** Returns the numbers of both periods; no row means 0. */
function numbersIn(
	{ top, bottom }: Quantity,
	now: readonly Cell[] | undefined,
	before: readonly Cell[] | undefined,
	places: readonly number[] = [],
): { top: BothPeriods; bottom?: BothPeriods } {
	const both = (terms: Terms, from: number, decimals?: number): BothPeriods => ({
		now: valueOf(terms, (now ?? []).slice(from), decimals),
		before: valueOf(terms, (before ?? []).slice(from), decimals),
	});
	return {
		top: both(top, 0, places[0]),
		...(bottom.length > 0 ? { bottom: both(bottom, top.length, places[1]) } : {}),
	};
}

/** A missing value is unknown if the answer was truncated, otherwise 0. */
function valuesOf(
	quantity: Quantity,
	now: ReturnedGroups,
	before: ReturnedGroups,
	places: readonly number[],
): ValueNumbers[] {
	const keys = new Set([...now.groups.keys(), ...before.groups.keys()]);
	return [...keys].map((key) => {
		const [own, other] = [now.groups.get(key), before.groups.get(key)];
		const numbers = numbersIn(quantity, own?.cells, other?.cells, places);
		const isKnown = {
			now: own !== undefined || !now.isCut,
			before: other !== undefined || !before.isCut,
		};
		const known = (both: BothPeriods): BothPeriods => ({
			now: isKnown.now ? both.now : null,
			before: isKnown.before ? both.before : null,
		});
		return {
			value: (own ?? other)?.value ?? null,
			top: known(numbers.top),
			...(numbers.bottom ? { bottom: known(numbers.bottom) } : {}),
		};
	});
}

/** A range of numbers in the service's format; dates are none. */
const BUCKET = /^\s*(?!\d{4}-\d\d-\d\d)(?:[<>≤≥]|-?\d[\d.,]*\s*[~-]\s*-?\d)/;

function isRange(value: Cell): boolean {
	return typeof value === 'string' && BUCKET.test(value);
}

/** Kinds of properties whose values are texts, also those that look like a range. */
const TEXTS: Array<ValueKind | undefined> = ['text', 'list'];

/** Amounts vary about as much as their mean, unless their sizes are known (docs/explain-change.md). */
const SPREAD = 2;
/** Limits of sizes, as multiples of the mean. */
const SIZES = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128];
/** Amounts of one size vary, too: evenly between a limit and its double. */
const WITHIN = 1 + 1 / 27;

/**
 * Estimates the variance as a multiple of the number itself: events of one user aren't independent,
 * and for a sum the amount per event matters.
 */
function noiseOf(
	terms: Terms,
	overall: BothPeriods | undefined,
	{ events, users }: { events: number; users: number },
	spread = SPREAD,
): number {
	const size = Math.abs(Number(overall?.now ?? 0)) + Math.abs(Number(overall?.before ?? 0));
	const areUsers = terms.every(({ measure }) => aggregatorOf(measure)?.nature === 'count');
	const perUser = users > 0 && !areUsers ? Math.max(1, events / users) : 1;
	if (events > 0 && terms.some(({ measure }) => isSum(measure)))
		return (spread + perUser - 1) * (size / events);
	return (
		perUser * terms.reduce((most, { times, over = 1 }) => Math.max(most, Math.abs(times / over)), 1)
	);
}

/** Returns the cells of a total; empty if nothing happened. */
function cellsOf({ groups }: ReturnedGroups): readonly Cell[] {
	return groups.values().next().value?.cells ?? [];
}

/** A sum of nothing may be empty, but a number of events or users may not. */
function assertTotal(
	{ quantity: { top, bottom, name } }: ExplainQuestion,
	cells: readonly Cell[],
	{ from, to }: DateRange,
): void {
	const isEmpty = [...top, ...bottom].some(
		({ measure }, index) => cells[index] === null && !isSum(measure),
	);
	if (!isEmpty) return;
	throw new OperationalError(
		`Sensors Analytics returned no number for '${firstWords(name)}' from ${from} to ${to}`,
		{
			description:
				"The change can't be explained without both totals. Run the same dates in Get Event Report, and choose dates for which it returns a number.",
		},
	);
}

function areCounts(terms: Terms): boolean {
	return !terms.some(({ measure }) => isSum(measure));
}

function isOfUsers({ quantity }: ExplainQuestion): boolean {
	return [...quantity.top, ...quantity.bottom].some(
		({ measure }) => aggregatorOf(measure)?.nature === 'count',
	);
}

const COUNTED = 'a number of events or users';

/** The service's own ratio may differ by this fraction, because it is rounded. */
const ROUNDING = 0.005;
/** The service may round to two decimals. */
const ROUNDED_TO = 0.01;

/** @throws OperationalError if the parts don't result in the service's own number */
function assertParts(question: ExplainQuestion, cells: readonly Cell[]): void {
	const { quantity } = question;
	const own = amountOf(cells.at(-1));
	const { top, bottom } = numbersIn(quantity, cells, cells);
	const of = Number(bottom?.now ?? 0);
	if (quantity.kind !== 'ratio' || own === undefined || of === 0) return;
	const parts = Number(top.now ?? 0) / of;
	const distance = Math.abs(Number(own) - parts);
	if (distance <= Math.max(ROUNDING * Math.abs(parts), ROUNDED_TO)) return;
	throw new OperationalError(
		`The parts of '${firstWords(quantity.name)}' come to ${parts}, but Sensors Analytics returns ${own}`,
		{
			description:
				'The change can only be explained by parts that give the number itself. Use a formula such as sum(event.PayOrder.amount)/count(event.PayOrder).',
		},
	);
}

function hasTooMany(periods: readonly ReturnedGroups[]): boolean {
	const values = new Set(periods.flatMap(({ groups }) => [...groups.keys()]));
	return values.size > VALUES.most || periods.some(({ isCut }) => isCut);
}

/** The reason is the same for all measures of an event, because it counts events. */
function unfitFor(
	periods: readonly ReturnedGroups[],
	{ quantity }: ExplainQuestion,
): SkipReason | undefined {
	if (hasTooMany(periods)) return 'values';
	const place = quantity.top.length + quantity.bottom.length;
	const groups = periods.flatMap((returned) =>
		[...returned.groups].map(([key, { value, cells }]) => ({
			...{ key, isFilled: value !== null && value !== '' },
			events: Number(countOf(cells[place], COUNTED)),
		})),
	);
	const filled = groups.filter(({ isFilled }) => isFilled);
	if (new Set(filled.map(({ key }) => key)).size < VALUES.least) return 'values';
	const sum = (of: typeof groups) => of.reduce((all, { events }) => all + events, 0);
	return sum(filled) < sum(groups) * LEAST_FILLED ? 'unfilled' : undefined;
}

/**
 * Returns a text that is equal for two dimensions with the same split, such as a code and its name.
 */
function signatureOf({ values }: DimensionChange): string {
	return values
		.map(({ now, before }) => `${String(now)}|${String(before)}`)
		.sort()
		.join(' ');
}

/** Returns the condition for one value of a dimension; undefined for one of its own buckets. */
function conditionFor({ property, buckets }: GroupBy, value: Cell): FilterCondition | undefined {
	if (buckets) return undefined;
	if (value === null || value === '') return { property, function: 'notSet', values: [] };
	if (typeof value === 'boolean') {
		return { property, function: value ? 'isTrue' : 'isFalse', values: [] };
	}
	return { property, function: 'equal', values: [value] };
}

class TooManyGroups extends OperationalError {}

/** A version may ignore the limits of sizes, and return a group for each amount. */
function withoutSizes(error: unknown): undefined {
	return error instanceof TooManyGroups ? undefined : withoutNumbers(error);
}

/** The totals were accepted, so a refusal is of the property. */
function asRefused(error: unknown): SkipReason {
	const isForbidden = isOfOne(error) && error.httpCode === '403';
	if (!isForbidden && !isNameRefusal(error)) throw error;
	return 'refused';
}
