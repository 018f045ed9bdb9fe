/** Makes a case that fails smaller, as long as it fails. */
import type { Case } from './case.mts';

const PLAIN: Partial<Case> = {
	filter: undefined,
	hasTotals: false,
	orderBy: undefined,
	isAscending: undefined,
	top: undefined,
	hasRest: undefined,
	limit: undefined,
	sliceDays: undefined,
	isZoneOption: undefined,
	hasKey: undefined,
	session: undefined,
	compare: { preset: 'none' },
	output: 'rows',
	isFilled: true,
	isWhole: undefined,
	groups: [],
};
const PLAIN_HABITS: Partial<Case['habits']> = {
	isSparse: true,
	empty: 'bare',
	isTwice: true,
	tellsSkipped: false,
	firstWeekday: 1,
	isFirstWeekCut: false,
	tellsFuture: false,
	numbers: 'number',
	isFlat: false,
	nothing: 'null',
	groupOrder: 'arrival',
	mostRows: undefined,
	factor: undefined,
	hasTexts: undefined,
};

function* smaller(given: Case): Generator<Case> {
	for (let size = given.events.length; size >= 1; size = Math.floor(size / 2)) {
		for (let start = 0; start < given.events.length; start += size) {
			yield { ...given, events: given.events.filter((_, i) => i < start || i >= start + size) };
		}
	}
	for (const [key, value] of Object.entries(PLAIN)) {
		const known = given[key as keyof Case];
		if (JSON.stringify(known) !== JSON.stringify(value)) yield { ...given, [key]: value };
	}
	for (const [key, value] of Object.entries(PLAIN_HABITS)) {
		if (given.habits[key as keyof Case['habits']] === value) continue;
		yield { ...given, habits: { ...given.habits, [key]: value } };
	}
	for (const list of ['measures', 'groups'] as const) {
		if (given[list].length < 2) continue;
		for (const index of given[list].keys()) {
			yield { ...given, [list]: (given[list] as unknown[]).filter((_, i) => i !== index) };
		}
	}
	for (const [index, event] of given.events.entries()) {
		for (const name of Object.keys(event.properties)) {
			const { [name]: _, ...properties } = event.properties;
			const events = given.events.map((other, i) =>
				i === index ? { ...other, properties } : other,
			);
			yield { ...given, events };
		}
	}
}

/** @param fails whether a case still shows the fault; one that breaks the judge does not */
export async function shrink(
	given: Case,
	fails: (smaller: Case) => Promise<boolean>,
): Promise<Case> {
	let smallest = given;
	for (let isSmaller = true; isSmaller; ) {
		isSmaller = false;
		for (const candidate of smaller(smallest)) {
			if (!(await fails(candidate))) continue;
			smallest = candidate;
			isSmaller = true;
			break;
		}
	}
	return JSON.parse(JSON.stringify(smallest)) as Case;
}
