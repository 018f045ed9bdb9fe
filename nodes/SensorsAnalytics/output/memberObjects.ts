import type { IDataObject } from 'n8n-workflow';

import { momentInZone } from '../dates/zone';
import type { Member, MemberValue } from '../query/members';
import { csvLine } from './csv';
import { freeKey } from './keys';

const ID = 'id';
/** By it, spreadsheet programs know UTF-8, and so Chinese names. */
const FILE_MARK = '\ufeff';
/** Characters that are made bytes at a time. */
const PIECE = 1 << 20;

/** Keys of a member: the ID, then the properties; one called like the ID gets a number. */
export function memberKeys(properties: readonly string[]): string[] {
	const taken = new Set([ID]);
	return [ID, ...properties.map((name) => freeKey(name, taken))];
}

/** A member as a flat object; dates as the clocks of the zone show them. */
export function toMemberObject(
	{ id, values }: Member,
	keys: readonly string[],
	timeZone: string,
): IDataObject {
	const object: IDataObject = { [ID]: id };
	for (let index = 0; index < values.length; index++) {
		object[keys[index + 1] as string] = written(values[index] ?? null, timeZone);
	}
	return object;
}

/** Members as the bytes of a CSV file (RFC 4180, UTF-8 with its mark), as they come. */
export class MembersCsv {
	private readonly pieces: Uint8Array[] = [];
	private text: string;

	constructor(
		keys: readonly string[],
		private readonly timeZone: string,
	) {
		this.text = FILE_MARK + csvLine(keys);
	}

	add({ id, values }: Member): void {
		this.text += csvLine([id, ...values.map((value) => written(value, this.timeZone))]);
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

function written(value: MemberValue, timeZone: string): Exclude<MemberValue, Date> {
	return value instanceof Date ? momentInZone(value, timeZone) : value;
}
