/** Cases that have failed once, made small: `regressions.jsonl` has a line for each. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Case } from './case.mts';

export const regressions = readFileSync(resolve('test/fuzz/report/regressions.jsonl'), 'utf8')
	.split('\n')
	.filter((line) => line !== '')
	.map((line) => JSON.parse(line) as { what: string; given: Case });
