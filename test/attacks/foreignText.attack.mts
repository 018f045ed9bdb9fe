/** What the service sends is hostile: text that makes a regular expression walk for seconds. */
import { readAnswer } from '../../credentials/http/answer.ts';
import { type Attack, heldUnless } from './attack.mts';

const MILLION = 1_000_000;

function answered(name: string, status: number, body: string): Attack {
	return {
		name,
		seconds: 2,
		async run() {
			const answer = readAnswer({ status, headers: {}, body: Buffer.from(body) });
			return heldUnless(answer.kind === 'success' && 'it was taken for a result');
		},
	};
}

export const attacks: Attack[] = [answered('a page of a million <', 200, '<'.repeat(MILLION))];
