/** What measures come to, over a list of events. */
import type { Event, Measure, Scalar } from './case.mts';

type Asked = Pick<Measure, 'aggregator' | 'event' | 'field' | 'expression'>;

/** Cents, so that sums are as exact as they are written. */
const CENTS = 100;
const round = (value: number) => Math.round(value * CENTS) / CENTS;

const fits = (asked: Asked, { name }: Event) => asked.event === '$Anything' || asked.event === name;
const numbersOf = (events: readonly Event[], field: string) =>
	events.map(({ properties }) => properties[field]).filter((v) => typeof v === 'number');
const sumOf = (values: readonly number[]) =>
	values.reduce((sum, value) => sum + Math.round(value * CENTS), 0) / CENTS;
const ratio = (a: number, b: number) => (b === 0 ? null : round(a / b));

/** Undefined for an aggregator that is not known. */
export function compute(asked: Asked, all: readonly Event[]): number | null | undefined {
	if (asked.expression !== undefined) return computeFormula(asked.expression, all);
	const events = all.filter((event) => fits(asked, event));
	const users = new Set(events.map(({ user }) => user)).size;
	const numbers = numbersOf(events, asked.field ?? '');
	switch (asked.aggregator) {
		case 'general':
			return events.length;
		case 'unique':
			return users;
		case 'average':
			return ratio(events.length, users);
		case 'sum':
			return sumOf(numbers);
		case 'avg':
			return ratio(sumOf(numbers), numbers.length);
		case 'max':
			return numbers.length === 0 ? null : Math.max(...numbers);
		case 'min':
			return numbers.length === 0 ? null : Math.min(...numbers);
		case 'uniqCount':
			return new Set(
				events
					.map(({ properties }) => properties[asked.field ?? ''])
					.filter((v) => v !== undefined),
			).size;
		default:
			return undefined;
	}
}

/** `atom op atom`, with an optional format behind a bar. */
function computeFormula(expression: string, events: readonly Event[]): number | null | undefined {
	const parts = /^(\S+?)([/+-])(\S+?)(\|\S+)?$/.exec(expression);
	if (!parts) return undefined;
	const [left, right] = [parts[1], parts[3]].map((atom) => computeAtom(atom ?? '', events));
	if (left === undefined || right === undefined) return undefined;
	if (left === null || right === null) return null;
	if (parts[2] === '/') return ratio(left, right);
	return round(parts[2] === '+' ? left + right : left - right);
}

const ATOMS: { [name: string]: string } = { count: 'general', unique: 'unique', sum: 'sum' };

function computeAtom(atom: string, events: readonly Event[]): number | null | undefined {
	const parts = /^(\w+)\(event\.(A|B)(?:\.(\w+))?\)$/.exec(atom);
	const aggregator = ATOMS[parts?.[1] ?? ''];
	if (!parts || !aggregator) return undefined;
	return compute({ aggregator, event: parts[2] as 'A' | 'B', field: parts[3] }, events);
}

/** The values of an event by which it is grouped. */
export function groupOf(event: Event, fields: readonly string[]): Scalar[] {
	return fields.map((field) =>
		Object.hasOwn(event.properties, field) ? (event.properties[field] as Scalar) : null,
	);
}
