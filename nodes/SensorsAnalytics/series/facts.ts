import { groupKey, positionsOf, type Table } from '../table/table';
import type { Answers } from './side';

type Facts = Pick<
	Table,
	'isTruncated' | 'isSampled' | 'groupCount' | 'dataUpdatedAt' | 'dataSufficientAt'
>;

/** What the answers tell about themselves, as one answer would. */
export function factsOf({ current, before }: { current: Answers; before?: Answers }): Facts {
	const { tables } = current;
	const all = [...tables, ...(before?.tables ?? [])];
	const latest = (times: Array<string | undefined>) => times.filter(Boolean).sort().at(-1);
	return {
		isTruncated: all.some(({ isTruncated }) => isTruncated),
		isSampled: all.some(({ isSampled }) => isSampled),
		groupCount: tables.length === 1 ? tables[0]?.groupCount : countGroups(tables),
		dataUpdatedAt: latest(tables.map(({ dataUpdatedAt }) => dataUpdatedAt)),
		dataSufficientAt: latest(tables.map(({ dataSufficientAt }) => dataSufficientAt)),
	};
}

/** Groups of all slices together; unknown where one leaves some out. */
function countGroups(tables: readonly Table[]): Table['groupCount'] {
	const isWhole = ({ groupCount }: Table) => groupCount?.returned === groupCount?.total;
	if (!tables.every((table) => table.groupCount && isWhole(table))) return undefined;
	const keys = new Set<string>();
	for (const { rows, columns } of tables) {
		const { groups } = positionsOf({ columns });
		for (const group of rows.blocks?.groups.map((block) => block.group) ?? rows.toArray())
			keys.add(groupKey(group, rows.blocks ? group.map((_value, index) => index) : groups));
	}
	return { returned: keys.size, total: keys.size };
}
