import { runOperation } from '../../../../nodes/SensorsAnalytics/execute';
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
});
