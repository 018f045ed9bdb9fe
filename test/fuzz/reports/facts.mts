/** What there is to tell of a case, before a generation of the API chooses among it. */
import type { Case } from './cases.mts';
import { limitsOf } from './service.mts';
import { distribution, type Fact, funnel, retention, userProperties } from './world.mts';

/** All facts of the report, by dates and of the whole range. */
export function factsOf(one: Case): Fact[] {
	const { model, world, fields, size, weight, hasKey } = one;
	const all = {
		// The OpenAPI tells as many periods as were asked for behind the first one.
		retention: () => retention(world, fields, hasKey ? size + 1 : size, hasKey),
		distribution: () =>
			hasKey ? fromFirstStart(one) : distribution(world, fields, limitsOf(size)),
		funnel: () => funnel(world, fields, size),
		userProperties: () => userProperties(world, fields),
	}[model]();
	return all.map((fact) => ({
		...fact,
		total: fact.total * weight,
		counts: fact.counts.map((count) => (count === null ? null : count * weight)),
	}));
}

/** Users below the first start are in no region. */
function fromFirstStart(one: Case): Fact[] {
	return distribution(one.world, one.fields, startsOf(one)).map((fact) => ({
		...fact,
		counts: fact.counts.slice(1),
	}));
}

/** Where regions of the OpenAPI start: at the limits of the form, or at some of the service's own. */
export function startsOf(one: Case): number[] {
	const limits = limitsOf(one.size);
	return hasOwnLimits(one) || one.shape.limits === 'all' ? [1, ...limits] : limits;
}

/** Whether the form says limits. */
export function hasOwnLimits({ model, query, key, hasKey }: Case): boolean {
	return hasKey && model === 'distribution' && query === 'form' && key.hasBuckets;
}

export interface Region {
	from: number | null;
	to: number | null;
}

/** The regions of a distribution, as they must come out. */
export function regionsOf(one: Case): Region[] {
	const limits = limitsOf(one.size);
	const starts = one.hasKey
		? startsOf(one)
		: [one.shape.limits === 'noFirst' ? null : 1, ...limits];
	return starts.map((from, index) => ({ from, to: starts[index + 1] ?? null }));
}
