import type { IDataObject, INode } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { readEventQuery } from '../SensorsAnalytics/form/eventQuery';
import { noChoice, readOneOf } from '../SensorsAnalytics/form/choice';
import { noNumber, readWhole } from '../SensorsAnalytics/form/numbers';
import { JSON_LABEL, readPastedJson } from '../SensorsAnalytics/form/pastedJson';
import { readTimeZone } from '../SensorsAnalytics/form/range';
import { type ReadField, textOf } from '../SensorsAnalytics/form/reading';
import { pages } from '../SensorsAnalytics/paste';
import type { EventQuery } from '../SensorsAnalytics/query/eventQuery';
import type { Asked } from '../SensorsAnalytics/query/queries';
import type { Condition } from './crossing';
import {
	DEFAULT_CATCH_UP,
	DEFAULT_SETTLE_HOURS,
	LATEST_LABEL,
	MOST_CATCH_UP,
	MOST_HOURS,
	MOST_PERCENT,
	MOST_THRESHOLD,
	SETTLE_LABEL,
	WATCHED_FIELDS,
	TRIGGERS,
} from './fields';
import { countingOf } from './counting';
import type { Clock, PeriodUnit } from './periods';
import { SERVICE_ZONE } from './zone';

const MOST_SHOWN = 100;

export interface TriggerSettings {
	clock: Clock;
	/** Without dates. */
	asked: Asked<EventQuery>;
	/** None where every complete period counts. */
	condition?: Condition;
	/** Most periods to make up for. */
	catchUp: number;
	startsWithLast: boolean;
	/** Hours after the end of a period, where the service does not tell when data arrived. */
	settleHours: number;
	/** Hours after which a period is complete whatever the service tells. */
	latestAfterHours?: number;
	/** Another text when something else is watched. */
	counting: string;
}

/** @throws UserError that names the field as the form shows it */
export function readTriggerSettings(field: ReadField, node: INode): TriggerSettings {
	const options = (field('options') || {}) as IDataObject;
	const unit = readOneOf(field('period'), ['day', 'hour'], "'Period'");
	const condition = readCondition(field);
	const asked = readQuery((name) => (name === 'unit' ? unit : field(name)), unit);
	if (condition && isFromFields(field) && asked.query.measures.length > 1) {
		throw new UserError(
			"'Measure' has more than one entry. Keep the one to watch: 'Trigger On' is for one number",
		);
	}
	const catchUp = options.catchUp ?? DEFAULT_CATCH_UP;
	return {
		clock: { unit, timeZone: readTimeZone(options.timeZone, SERVICE_ZONE) },
		asked: condition ? { ...asked, query: { ...asked.query, groupBy: [] } } : asked,
		condition,
		catchUp: readWhole(catchUp, "The option 'Most Periods to Catch Up'", 1, MOST_CATCH_UP),
		startsWithLast: options.startsWithLast === true,
		settleHours: readWhole(
			options.settleHours ?? DEFAULT_SETTLE_HOURS,
			`The option '${SETTLE_LABEL}'`,
			0,
			MOST_HOURS,
		),
		latestAfterHours: readLatest(options.completeAfter),
		counting: countingOf(node, WATCHED_FIELDS, field),
	};
}

function isFromFields(field: ReadField): boolean {
	return field('queryMode') !== 'json';
}

function readLatest(hours: unknown): number | undefined {
	const text = textOf(hours);
	if (text === '') return undefined;
	return readWhole(text, `The option '${LATEST_LABEL}'`, 1, MOST_HOURS);
}

function readQuery(field: ReadField, unit: PeriodUnit): Asked<EventQuery> {
	if (isFromFields(field)) return { query: readEventQuery(field) };
	const pasted = pages.event.read(readPastedJson(field('queryJson'), JSON_LABEL));
	return { ...pasted, query: { ...pasted.query, unit } };
}

function readCondition(field: ReadField): Condition | undefined {
	switch (textOf(field('triggerOn'))) {
		case 'periodComplete':
			return undefined;
		case 'threshold':
			return {
				kind: 'threshold',
				side: field('side') === 'above' ? 'above' : 'below',
				limit: readNumber(field('threshold'), 'Threshold', -MOST_THRESHOLD, MOST_THRESHOLD),
			};
		case 'change': {
			const direction = textOf(field('direction'));
			const percent = readNumber(field('percent'), 'By More Than (Percent)', 0, MOST_PERCENT);
			return {
				kind: 'change',
				direction: direction === 'up' || direction === 'down' ? direction : 'either',
				percent,
				comparedWith: field('comparedWith') === 'before' ? 'before' : 'lastWeek',
			};
		}
		default:
			throw noChoice(textOf(field('triggerOn')), TRIGGERS, "'Trigger On'");
	}
}

function readNumber(value: unknown, label: string, from: number, to: number): number {
	const text = textOf(value);
	const number = Number(text);
	if (text === '') throw new UserError(`'${label}' is empty. Enter a number such as 100`);
	if (!Number.isFinite(number)) throw noNumber(value, `'${label}'`, '100');
	if (number >= from && number <= to) return number;
	const [least, most] = [from, to].map((limit) => limit.toLocaleString('en-US'));
	throw new UserError(
		`'${label}' must be a number from ${least} to ${most}, not '${text.slice(0, MOST_SHOWN)}'`,
	);
}
