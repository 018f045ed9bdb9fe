/** All reports, each with how its cases are drawn and judged by the documents. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Subject } from '../harness/draws.mts';
import { casesOf as cohortCases, MODELS } from './cohorts/cases.mts';
import { checkAlone } from './cohorts/check.mts';
import type { Case } from './events/case.mts';
import { event } from './events/judge.mts';
import { casesOf as keyedCases, MODELS as KEYED } from './keyed/cases.mts';
import { check as checkKeyed } from './keyed/check.mts';

const entriesOf = <Name extends string>(names: readonly Name[], make: (name: Name) => unknown) =>
	names.map((name) => [name, make(name) as Subject] as const);

/** By name; those that both generations of the API have are drawn for either. */
export const REPORTS: ReadonlyMap<string, Subject> = new Map([
	['event', event as Subject],
	...entriesOf(MODELS, (model) => ({ cases: cohortCases(model), check: checkAlone })),
	...entriesOf(KEYED, (model) => ({ cases: keyedCases(model), check: checkKeyed })),
]);

/** Cases of the event report that have failed once, made small: a line for each. */
export const REGRESSIONS = readFileSync(resolve('test/fuzz/reports/regressions.jsonl'), 'utf8')
	.split('\n')
	.filter((line) => line !== '')
	.map((line) => JSON.parse(line) as { what: string; given: Case });
