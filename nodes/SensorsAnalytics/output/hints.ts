import type { IExecuteFunctions } from 'n8n-workflow';

import type { Table } from '../table/table';

/** Tells in the editor what the rows alone don't show: that the result is not whole. */
export function warnOfIncomplete(context: IExecuteFunctions, table: Table): void {
	if (table.isTruncated) {
		context.addExecutionHints({
			message:
				'Sensors Analytics left out rows: the result is truncated. Use fewer groups or a shorter range.',
			location: 'outputPane',
		});
	}
	if (table.isSampled) {
		context.addExecutionHints({
			message: 'Sensors Analytics computed this report from a sample: the numbers are estimates.',
			location: 'outputPane',
		});
	}
}
