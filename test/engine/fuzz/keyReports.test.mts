/** Reports that take a key, judged by an oracle of their own (docs/reports.md). */
import { MODELS } from '../../fuzz/keyReports/cases.mts';
import { subject } from '../../fuzz/keyReports/check.mts';
import { fuzz } from '../../fuzz/harness/draws.mts';
import { isLong, seed } from '../../support/extent.mts';

/** `npm run fuzz -- keyReports` has thousands, in CI from the same seed on. */
const CASES = isLong ? 5000 : 50;

describe('reports of a key in every form of the documents', () => {
	it('are right, or refused', async () => {
		const judged = await fuzz(subject, CASES, seed);
		// A judge that sees nothing but refusals judges nothing.
		for (const model of MODELS) expect(judged.get(`${model}: rows`)).toBeGreaterThan(CASES / 25);
	});
});
