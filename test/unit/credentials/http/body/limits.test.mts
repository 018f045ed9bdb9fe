import {
	HELD_BYTES,
	limitsOfFile,
	limitsOfHeld,
	limitsOfRows,
	LINE_LENGTH,
	REFUSAL_BYTES,
} from '../../../../../credentials/http/body';

const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;

it('limits of answers: what is held, rows, files', () => {
	expect([HELD_BYTES, REFUSAL_BYTES, LINE_LENGTH]).toEqual([128 * MB, MB, 8 * MB]);
	expect(limitsOfHeld(1000)).toEqual({ bytes: 128 * MB, silenceMs: 1000, wholeMs: 2000 });
	expect(limitsOfRows(1000)).toEqual({ bytes: 256 * MB, silenceMs: 1000, wholeMs: HOUR_MS });
	expect(limitsOfFile(1000)).toEqual({ bytes: 1024 * MB, silenceMs: 1000, wholeMs: HOUR_MS });
	expect(limitsOfFile(HOUR_MS).wholeMs).toBe(2 * HOUR_MS);
});
