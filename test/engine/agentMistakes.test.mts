/** Sixty mistakes of models (test/agents/mistakes.mts): each answer leads to the right call. */
import { dates, type Mistake, names, others, types, values } from '../agents/mistakes.mts';
import { callTool } from '../agents/tools.mts';
import { withoutWaits } from '../support/waits.mts';
import { TestWorld } from '../support/world.mts';

beforeAll(() => void withoutWaits());

const KINDS: Array<[string, Mistake[]]> = [
	['names', names],
	['values', values],
	['dates', dates],
	['types', types],
	['others', others],
];

describe('Mistakes of models', () => {
	let t: TestWorld;
	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());

	it('are sixty at least', () => {
		expect(KINDS.flatMap(([, mistakes]) => mistakes).length).toBeGreaterThanOrEqual(60);
	});

	it.each(KINDS)('in %s lead to the right call', async (_kind, mistakes) => {
		const faults: string[] = [];
		for (const { leads, ...call } of mistakes) {
			const text = await callTool(t, call, 'account');
			const missing = leads.filter((lead) => !lead.test(text.replaceAll('\\"', '"')));
			if (missing.length > 0)
				faults.push(`${JSON.stringify(call)}: ${missing.join(', ')} is not in ${text}`);
		}
		expect(faults).toEqual([]);
	});
});
