import Table from 'cli-table3';

import type { Outcome } from './scenario.mts';

/** What the user sees, requests, logins and leaks, for people: `npm run judge -- faults`. */
export function faultTable(played: Array<[name: string, outcome: Outcome]>): string {
	const table = new Table({
		head: ['Fault', 'What the user sees', 'Requests', 'Logins', 'Leaks'],
		colWidths: [44, 70, 10, 8, 8],
		colAligns: ['left', 'left', 'right', 'right', 'right'],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const [name, { sees, requests, logins, wrong, leaks }] of played) {
		const remark = wrong.length > 0 ? `\nWRONG: ${wrong.join('; ')}` : '';
		table.push([name, sees + remark, requests, logins, leaks.join() || 0]);
	}
	const wrong = played.filter(([, outcome]) => outcome.wrong.length > 0).length;
	const leaks = played.reduce((sum, [, outcome]) => sum + outcome.leaks.length, 0);
	return `${table.toString()}\nfaults: ${played.length}, wrong: ${wrong}, leaks: ${leaks}\n`;
}
