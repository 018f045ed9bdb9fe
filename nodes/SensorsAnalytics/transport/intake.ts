import type { Answer, Reply } from '../../../credentials/http/answer';
import {
	type Limits,
	limitsOfFile,
	limitsOfHeld,
	limitsOfRows,
} from '../../../credentials/http/limits';
import { readWhole } from '../../../credentials/http/readWhole';
import { readStream } from './stream';

/** How an answer is taken in, and how much of it. */
export interface Intake {
	limits(timeoutMs: number): Limits;
	read(reply: Reply, limits: Limits, secrets: readonly string[]): Promise<Answer>;
}

export const WHOLE: Intake = { limits: limitsOfHeld, read: readWhole };
export const ROWS: Intake = { limits: limitsOfRows, read: readStream };
export const FILE: Intake = { limits: limitsOfFile, read: readStream };
