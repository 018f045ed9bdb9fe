import type { Filter } from '../query/eventQuery';
import { type ConditionRow, readCondition } from './condition';
import { rowsOf } from './reading';

interface GroupRow {
	join?: unknown;
	conditions?: unknown;
}

/**
 * Conditions in the form, and groups of conditions.
 * @param event whose properties short field names mean
 * @returns undefined where there are none
 * @throws UserError that names field and condition
 */
export function readFilters(
	conditions: unknown,
	groups: unknown,
	join: unknown,
	event: string,
): Filter | undefined {
	const own = readConditions(conditions, join, event, "of 'Filter By'");
	const inner = rowsOf<GroupRow>(groups, 'group').flatMap((row, index) => {
		const group = readConditions(row.conditions, row.join, event, `of filter group ${index + 1}`);
		return group ? [group] : [];
	});
	if (!own && inner.length === 0) return undefined;
	return { join: join === 'or' ? 'or' : 'and', conditions: own?.conditions ?? [], groups: inner };
}

/** Conditions alone; undefined where there are none. */
export function readConditions(
	collection: unknown,
	join: unknown,
	event: string,
	place: string,
): Filter | undefined {
	const rows = rowsOf<ConditionRow>(collection, 'condition');
	if (rows.length === 0) return undefined;
	const conditions = rows.map((row, index) =>
		readCondition(row, event, `of condition ${index + 1} ${place}`),
	);
	return { join: join === 'or' ? 'or' : 'and', conditions, groups: [] };
}
