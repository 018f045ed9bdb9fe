import type { Outcome } from './scenario.mts';

const HEAD = `# Errors, and what to do

Written by \`npm run documents\`: each line has been played against the simulator of the service, and \`npm run judge -- faults\` plays it again. An error is shown in the node's output panel, and under \`error\` in the items of **On Error → Continue (using error output)**. No error holds a secret, a token or a password.

A field that is filled in wrong is named as the form shows it, with the item it was wrong for, before anything is sent. A refusal of the service is quoted, followed by what to check.
`;

/** docs/errors.md: what went wrong, and what the user was told. */
export function writeErrors(played: Array<[name: string, outcome: Outcome]>): string {
	const isMended = ({ sees }: Outcome) => /^\d+ items?$/.test(sees);
	const told = new Map<string, string[]>();
	for (const [name, outcome] of played) {
		if (isMended(outcome)) continue;
		const text = settled(outcome.sees);
		told.set(text, [...(told.get(text) ?? []), name]);
	}
	const mended = played.filter(([, outcome]) => isMended(outcome));
	return [
		HEAD,
		'## What errors say',
		'',
		'| What went wrong | What the error says |',
		'| --- | --- |',
		...[...told].map(([text, names]) => `| ${names.map(cell).join('<br>')} | ${cell(text)} |`),
		'',
		'## What the node repairs by itself',
		'',
		'All rows came. The figures are requests to the service, and logins among them.',
		'',
		'| What went wrong | Requests | Logins |',
		'| --- | ---: | ---: |',
		...mended.map(([name, { requests, logins }]) => `| ${cell(name)} | ${requests} | ${logins} |`),
		'',
	].join('\n');
}

/** Without what differs from run to run. */
function settled(text: string): string {
	return text
		.replace(/127\.0\.0\.1:\d+/g, 'sensors.example.com')
		.replace(/localhost:\d+/g, 'sensors.example.com');
}

function cell(text: string): string {
	return text
		.replace(/\s+/g, ' ')
		.replace(/[|<>*_`[\]]/g, '\\$&')
		.trim();
}
