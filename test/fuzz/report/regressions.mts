/** Cases that have failed once, made small: each line as the fuzzer printed it. */
import type { Case } from './case.mts';

export const regressions: ReadonlyArray<{ what: string; given: Case }> = [];
