/** Runs many cases, counts what they had in them, and makes failures small. */
import type { Case } from './case.mts';
import { drawCase } from './draw.mts';
import { judge } from './judge.mts';
import { checkRelations } from './relations.mts';
import { shrink } from './shrink.mts';

/** The same cases every time, of which `npm test` runs some. */
export const SEED = 20_261_121;
export const CASES = 200;

/** Relations take six runs of the node. */
const RELATIONS_EVERY = 20;

export interface Failure {
	/** Of `drawCase`. */
	seed: number;
	faults: string[];
	small: Case;
}

export interface Summary {
	cases: number;
	refused: number;
	failures: number;
	/** Failures that were made small. */
	shown: Failure[];
	features: Map<string, number>;
	/** Failures by what is wrong, values left out. */
	kinds: Map<string, number>;
}

export async function runCases(cases: number, seed: number, most: number): Promise<Summary> {
	const kinds = new Map<string, number>();
	const features = new Map<string, number>();
	const summary: Summary = { cases, refused: 0, failures: 0, shown: [], features, kinds };
	for (let own = seed; own < seed + cases; own++) {
		const given = drawCase(own);
		for (const feature of featuresOf(given)) {
			features.set(feature, (features.get(feature) ?? 0) + 1);
		}
		const hasRelations = own % RELATIONS_EVERY === 0;
		const { faults, isRefused } = await safely(given, hasRelations);
		if (isRefused) summary.refused++;
		if (faults.length === 0) continue;
		summary.failures++;
		const kind = kindOf(faults);
		const alike = (kinds.get(kind) ?? 0) + 1;
		kinds.set(kind, alike);
		if (alike > 2 || summary.shown.length >= most) continue;
		const small = await shrink(given, async (other) => {
			const { faults: left } = await safely(other, hasRelations);
			return left.length > 0 && kindOf(left) === kind;
		});
		summary.shown.push({ seed: own, faults: (await safely(small, hasRelations)).faults, small });
	}
	return summary;
}

/** A fault of the judge itself is told as one. */
async function safely(given: Case, hasRelations: boolean) {
	try {
		const verdict = await judge(given);
		if (hasRelations) {
			await checkRelations(given, (what) => verdict.faults.push(what));
		}
		return verdict;
	} catch (error) {
		const words = (error as Error).stack ?? String(error);
		return { faults: [`the judge broke: ${words}`], isRefused: false };
	}
}

/** Faults that differ in nothing but values. */
const kindOf = ([first = '']: readonly string[]) =>
	first.replace(/"[^"]*"|\[[^\]]*\]|-?\d[\d.:T+-]*|null|true|false/g, '#').slice(0, 80);

function featuresOf(given: Case): string[] {
	const { compare, range, habits } = given;
	const yes = (is: boolean | undefined, name: string) => (is ? [name] : []);
	return [
		`unit ${given.unit}`,
		`output ${given.output}`,
		`range ${range.preset}`,
		`compared with ${compare.preset}`,
		`zone ${given.zone}`,
		`groups ${given.groups.length}`,
		...given.measures.map(({ aggregator }) => `measure ${aggregator}`),
		...yes(given.sliceDays !== undefined, 'slices'),
		...yes(given.isFilled, 'filled'),
		...yes(given.isWhole, 'whole periods only'),
		...yes(given.unit === 'week' && habits.firstWeekday === 7, 'weeks from Sunday'),
		...yes(given.orderBy !== undefined, 'ordered'),
		...yes(given.top !== undefined, 'top'),
		...yes(given.hasRest, 'rest in one row'),
		...yes(given.hasTotals, 'totals'),
		...yes(given.limit !== undefined, 'limit'),
		...yes(given.pasted !== undefined, 'pasted'),
		...yes(given.hasKey, 'with a key'),
		...yes(given.session !== undefined, 'of sessions'),
		...yes(habits.isSparse, 'sparse answers'),
		...yes(habits.numbers !== 'number', 'numbers as text'),
		...yes(habits.factor !== undefined, 'numbers beyond 2^53'),
		...yes(habits.hasTexts, 'texts in a measure'),
	];
}
