import type { IExecuteFunctions } from 'n8n-workflow';

import { addHint } from '../../../../../../nodes/SensorsAnalytics/output/meta';

describe('A hint', () => {
	it('shows what data hold as text: n8n reads hints as HTML', () => {
		const addExecutionHints = jest.fn();
		const context = { addExecutionHints } as unknown as IExecuteFunctions;
		addHint(context, 'Values: <a href="x">R&D</a>, Data > Text');
		addHint(context, undefined);
		expect(addExecutionHints.mock.calls).toEqual([
			[
				{
					message: 'Values: &lt;a href="x">R&amp;D&lt;/a>, Data > Text.',
					location: 'outputPane',
				},
			],
		]);
	});
});
