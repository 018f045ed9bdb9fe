import type { Outcome } from './scenario.mts';

const HEAD = `# Errors, and what to do

Written by \`npm run documents\`: each case was run against the simulator of the service, and \`npm run judge -- faults\` runs it again. n8n shows an error in the node's output panel, and under \`error\` in the items of **On Error → Continue (using error output)**. No error message contains a secret, token, or password.

If a field is invalid, the error names the field as shown in the form, and the input item. The node sends no request. If Sensors Analytics rejects a request, the error quotes the reason and says what to check.
`;

/** docs/errors.md: what went wrong, and the error that the user sees. */
export function writeErrors(played: Array<[name: string, outcome: Outcome]>): string {
	const isMended = ({ sees }: Outcome) => /^\d+ items?$/.test(sees);
	const reported = new Map<string, string[]>();
	for (const [name, outcome] of played) {
		if (isMended(outcome)) continue;
		const text = settled(outcome.sees);
		reported.set(text, [...(reported.get(text) ?? []), name]);
	}
	const mended = played.filter(([, outcome]) => isMended(outcome));
	return [
		HEAD,
		'## What errors say',
		'',
		'| What went wrong | What the error says |',
		'| --- | --- |',
		...[...reported].map(
			([text, names]) =>
				`| ${names.map(cell).join('<br>')} | ${cell(text.replace(/[^.]$/, '$&.'))} |`,
		),
		'',
		'## What the node recovers from automatically',
		'',
		'In each case, the node returned all rows. The table shows the number of requests, and how many of them were sign-ins.',
		'',
		'| What went wrong | Requests | Sign-ins |',
		'| --- | ---: | ---: |',
		...mended.map(([name, { requests, logins }]) => `| ${cell(name)} | ${requests} | ${logins} |`),
		'',
	].join('\n');
}

/** Without what differs from run to run. */
function settled(text: string): string {
	return text
		.replace(/127\.0\.0\.1(:\d+)?/g, 'sensors.example.com')
		.replace(/localhost:\d+/g, 'sensors.example.com');
}

function cell(text: string): string {
	return text
		.replace(/\s+/g, ' ')
		.replace(/[|<>*_`[\]]/g, '\\$&')
		.trim();
}
