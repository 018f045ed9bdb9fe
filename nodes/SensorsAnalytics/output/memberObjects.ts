import type { IDataObject } from 'n8n-workflow';

import { dayOf } from '../dates/told';
import { momentInZone } from '../dates/zone';
import type { Member, MemberValue } from '../query/members';
import { csvLine } from './csv';
import { changesInSheets } from './csvIds';
import { freeKey } from './keys';

const ID = 'id';
/** By it, spreadsheet programs know UTF-8, and so Chinese names. */
const FILE_MARK = '\ufeff';
/** Characters that are made bytes at a time. */
const PIECE = 1 << 20;

type Places = ReadonlySet<number>;
const NONE: Places = new Set();

/** Keys of a member: the ID, then the properties; one called like the ID gets a number. */
export function memberKeys(properties: readonly string[]): string[] {
	const taken = new Set([ID]);
	return [ID, ...properties.map((name) => freeKey(name, taken))];
}

/**
 * A member as a flat object; moments as the clocks of the zone show them.
 * @param days places of the values that are dates without a time: `YYYY-MM-DD`
 */
export function toMemberObject(
	{ id, values }: Member,
	keys: readonly string[],
	timeZone: string,
	days: Places = NONE,
): IDataObject {
	const object: IDataObject = { [ID]: id };
	for (let index = 0; index < values.length; index++) {
		object[keys[index + 1] as string] = written(values[index] ?? null, timeZone, days.has(index));
	}
	return object;
}

/** Members as the bytes of a CSV file (RFC 4180, UTF-8 with its mark), as they come. */
export class MembersCsv {
	private readonly pieces: Uint8Array[] = [];
	private text: string;
	/** Whether spreadsheet programs would change IDs or other texts of digits in it. */
	losesIds = false;

	constructor(
		keys: readonly string[],
		private readonly timeZone: string,
		private readonly days: Places = NONE,
	) {
		this.text = FILE_MARK + csvLine(keys);
	}

	add({ id, values }: Member): void {
		const cells = values.map((value, index) => written(value, this.timeZone, this.days.has(index)));
		const isLost = (cell: unknown) => typeof cell === 'string' && changesInSheets(cell);
		this.losesIds ||= [id, ...cells].some(isLost);
		this.text += csvLine([id, ...cells]);
		if (this.text.length > PIECE) this.flush();
	}

	/** The file. Nothing can be added any more. */
	end(): Uint8Array {
		this.flush();
		return Buffer.concat(this.pieces);
	}

	private flush(): void {
		this.pieces.push(Buffer.from(this.text));
		this.text = '';
	}
}

/** A day that does not begin in this zone is told as the moment that it is: it may be another day. */
function written(value: MemberValue, timeZone: string, isDay: boolean): Exclude<MemberValue, Date> {
	if (!(value instanceof Date)) return value;
	return (isDay ? dayOf(value, timeZone) : undefined) ?? momentInZone(value, timeZone);
}
