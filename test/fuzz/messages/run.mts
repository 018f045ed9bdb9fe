/** One message, judged by its sentences and against the other outputs of the same query. */
import type { IDataObject } from 'n8n-workflow';

import type { Simulator } from '../../../simulator/server.mts';
import { setClock } from '../clock.mts';
import type { Case } from './cases.mts';
import { compare } from './compare.mts';
import { judge } from './judge.mts';
import type { Read } from './targets.mts';
import { readers } from './targets.mts';
import { runNode } from './runNode.mts';
import type { Truth } from './truth.mts';

export interface Judged {
	faults: string[];
	read?: Read;
}

export async function judgeCase(
	simulator: Simulator,
	drawn: Case,
	truth: Truth,
	kinds: Map<string, number>,
): Promise<Judged> {
	simulator.world.clock.set(new Date(drawn.now));
	const reset = setClock(drawn.now);
	const as = async (output: string) =>
		await runNode(
			simulator,
			{
				...drawn.form,
				output,
				options: { ...(drawn.form.options as IDataObject | undefined), includeMeta: true },
			},
			drawn.hasKey,
		);
	try {
		const { items, error } = await runNode(simulator, drawn.form, drawn.hasKey);
		const [item] = items;
		if (error !== undefined || !item) {
			const table = await as('table');
			// A node that breaks everywhere refuses everything alike.
			if (/Cannot |is not a |is not defined/.test(error ?? ''))
				return { faults: [`broken: ${error}`] };
			const isSame = table.error === error || (error === undefined && isEmpty(table.items[0]));
			return { faults: isSame ? [] : [`refused: ${error ?? 'no item'}`] };
		}
		const read = readers[drawn.target](item);
		const verdict = judge(read, drawn, truth, kinds);
		const [table, summary] = [
			await as('table'),
			drawn.measures.size > 0 ? await as('summary') : undefined,
		];
		const others = { table: table.items[0] ?? {}, summary: summary?.items[0] };
		const faults =
			table.error === undefined ? compare(read, drawn, verdict, others) : [table.error];
		return { faults: [...verdict.faults, ...faults], read };
	} finally {
		reset();
	}
}

function isEmpty(item: { rows?: unknown } | undefined): boolean {
	return !Array.isArray(item?.rows) || item.rows.length === 0;
}
