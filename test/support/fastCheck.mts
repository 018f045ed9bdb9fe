/** fast-check, which draws the same cases in every `npm test`. */
import fc from 'fast-check';

import { seed } from './extent.mts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

/** Any text of whole characters: as the unit `binary`, for which fast-check lists all of them, which takes seconds. */
export const anyText = (constraints: { minLength?: number; maxLength?: number } = {}) =>
	fc.string({
		...constraints,
		unit: fc
			.integer({ min: 0, max: 0x10ffff - 0x800 })
			.map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800)),
	});

export { default } from 'fast-check';
