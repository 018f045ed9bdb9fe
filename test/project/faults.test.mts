/** Faults that `npm run fuzz -- mutants` and `messageMutants` put into the node at night. */
import { readFileSync } from 'node:fs';

import { MESSAGE_FAULTS } from '../fuzz/messages/faults.mts';
import { REPORT_FAULTS } from '../fuzz/reports/faults.mts';
import { sources } from '../support/house.mts';

const texts = sources.map((file) => readFileSync(file, 'utf8'));

it.each([...Object.values(REPORT_FAULTS).flat(), ...MESSAGE_FAULTS])(
	'one place of the sources can have it: $what',
	({ from, to }) => {
		const places = texts.reduce((count, text) => count + text.split(from).length - 1, 0);
		expect({ from, places }).toEqual({ from, places: 1 });
		expect(to).not.toBe(from);
	},
);
