import type { IDataObject } from 'n8n-workflow';

import type { Cell } from '../table/table';

/**
 * `object[keys[i]] = cells[i]`, as a loop would do it. The first ones have a line each: the
 * engine remembers the key that it met at a line, and a line that always meets the same one
 * stores as quickly as `object.key`. Half of the time of large results was in that loop.
 */
export function storeCells(
	object: IDataObject,
	keys: readonly string[],
	cells: readonly Cell[],
): void {
	const count = keys.length;
	if (count > 0) object[keys[0] as string] = cells[0];
	if (count > 1) object[keys[1] as string] = cells[1];
	if (count > 2) object[keys[2] as string] = cells[2];
	if (count > 3) object[keys[3] as string] = cells[3];
	if (count > 4) object[keys[4] as string] = cells[4];
	if (count > 5) object[keys[5] as string] = cells[5];
	if (count > 6) object[keys[6] as string] = cells[6];
	if (count > 7) object[keys[7] as string] = cells[7];
	if (count > 8) object[keys[8] as string] = cells[8];
	if (count > 9) object[keys[9] as string] = cells[9];
	for (let i = 10; i < count; i++) object[keys[i] as string] = cells[i];
}
