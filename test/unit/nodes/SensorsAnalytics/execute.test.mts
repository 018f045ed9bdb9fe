import { resources } from '../../../../nodes/SensorsAnalytics/actions/description';
import { operationRuns, runOperation } from '../../../../nodes/SensorsAnalytics/execute';
import type { ItemRun } from '../../../../nodes/SensorsAnalytics/item';

const CUSTOM = '__CUSTOM_API_CALL__';

describe('runOperation', () => {
	it.each([
		[{ resource: CUSTOM }, /'Resource' is Custom API Call.*HTTP Request/],
		[{ resource: 'report', operation: CUSTOM }, /'Operation' is Custom API Call.*HTTP Request/],
		[{ resource: 'sql' }, /^'Operation' is empty for the 'Resource' 'sql'\. Choose an operation/],
		[
			{ resource: 'report', operation: 'x' },
			/The 'Resource' 'report' has no 'Operation' 'x'\. Choose another operation/,
		],
	])('says what to do where %j is run', async (chosen: Record<string, string>, words) => {
		const run = { field: (name: string) => chosen[name] ?? '' } as unknown as ItemRun;
		await expect(runOperation(run)).rejects.toThrow(words);
	});

	it('has work for each entry of the lists, and for no other', () => {
		const entries = resources.flatMap(({ operations }) =>
			operations.map(({ option }) => String(option.value)),
		);
		expect(Object.keys(operationRuns).sort()).toEqual(entries.sort());
	});
});
