/** Faults that `npm run fuzz -- mutants` and `messageMutants` put into the node at night. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { MESSAGE_FAULTS } from '../fuzz/messages/faults.mts';
import { REPORT_FAULTS } from '../fuzz/reports/faults.mts';

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(folder, { recursive: true })
		.map((file) => join(folder, String(file)))
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(file, 'utf8')),
);

it.each([...Object.values(REPORT_FAULTS).flat(), ...MESSAGE_FAULTS])(
	'one place of the sources can have it: $what',
	({ from, to }) => {
		const places = sources.reduce((count, source) => count + source.split(from).length - 1, 0);
		expect({ from, places }).toEqual({ from, places: 1 });
		expect(to).not.toBe(from);
	},
);
