/** Values of another kind than the field, as expressions of n8n return them. */
import type { IDataObject } from 'n8n-workflow';

import { type Attack, heldUnless } from './attack.mts';
import { HostileServer } from './support/hostileServer.mts';

const REPORT = { resource: 'report', operation: 'getEventReport' };
const ANSWER = JSON.stringify({ series: ['2026-11-01 00:00:00'], rows: [{ values: [[5]] }] });

/** @param sent what each request of the report must have */
function attack(name: string, form: IDataObject, sent: string): Attack {
	return {
		name,
		async run() {
			const bodies: string[] = [];
			const hostile = await HostileServer.start((request, response) => {
				let body = '';
				request.on('data', (piece) => (body += piece));
				request.on('end', () => {
					if (/\/events\/report|\/sql\//.test(request.url ?? ''))
						bodies.push(decodeURIComponent(body.replaceAll('+', ' ')));
					response.end(ANSWER);
				});
			});
			try {
				const { error } = await hostile.run({ ...REPORT, ...form });
				const others = bodies.filter((body) => !body.includes(sent));
				return heldUnless(
					error && `an error: ${error.message}`,
					bodies.length === 0 && 'no request',
					others.length > 0 && `it asks for ${others[0]}, without ${sent}`,
				);
			} finally {
				hostile.stop();
			}
		},
	};
}

/** What has no value is an error before anything is sent. */
function refused(name: string, form: IDataObject, credential: string, says: RegExp): Attack {
	return {
		name,
		async run() {
			const hostile = await HostileServer.start((_request, response) => {
				response.end('{"session_id":"s","token":"t"}');
			});
			try {
				const { error } = await hostile.run(form, credential);
				return heldUnless(
					hostile.received.length > 0 && `it sends ${hostile.received[0]}`,
					!says.test(error?.message ?? '') && `it says ${error?.message}`,
				);
			} finally {
				hostile.stop();
			}
		},
	};
}

/** Logins of an account or user that an item names, by field. */
const LOGINS: Record<string, [form: IDataObject, credential: string, label: string]> = {
	userName: [{ operation: 'issueForUser', userSource: 'item' }, 'secret', 'User Name'],
	accountName: [
		{ operation: 'logIn', accountSource: 'item', password: 'Pw-12345678' },
		...(['account', 'Account Name'] as const),
	],
	password: [
		{ operation: 'logIn', accountSource: 'item', accountName: 'ann' },
		...(['account', 'Password'] as const),
	],
};

const day = { __rl: true, mode: 'list', value: 'event.A.day', cachedResultName: 'day · date' };
const city = { __rl: true, mode: 'list', value: 'event.A.city', cachedResultName: 'city · text' };
const where = (row: IDataObject) => ({ condition: [{ function: 'equal', ...row }] });

/** Moments of 15 November in the workflow's zone (+8), which is the 14th in UTC. */
const MOMENTS: Record<string, string> = {
	'a midnight of Luxon': "={{ DateTime.fromISO('2026-11-15') }}",
	'its text': "={{ DateTime.fromISO('2026-11-15').toISO() }}",
	'a date of JavaScript': "={{ new Date('2026-11-14T16:00:00Z') }}",
	'a day as databases return it': "={{ '2026-11-14T16:00:00.000Z' }}",
	'in a list': "={{ [DateTime.fromISO('2026-11-15')] }}",
};
const ON_DAY = '"function":"absoluteBetween","params":["2026-11-15","2026-11-15"]';
const PLACES: Record<string, (values: string) => IDataObject> = {
	Filter: (values) => ({ filter: where({ field: day, values }) }),
	'a typed property': (values) => ({
		filter: where({ field: 'day', valueKind: 'date', values }),
	}),
	'a condition group': (values) => ({
		filterGroups: { group: [{ join: 'or', conditions: where({ field: day, values }) }] },
	}),
	'a measure': (values) => ({
		measures: {
			measure: [{ eventName: 'A', isFiltered: true, filter: where({ field: day, values }) }],
		},
	}),
};

/** Conditions on hours, which the service can't compare. */
const MORNING = ['2026-11-15 10:00:00', '2026-11-15 12:00:00'];
const asked = (between: string[]): IDataObject => ({
	queryMode: 'definition',
	queryDefinition: { measures: ['A'], range: '2026-11-01', filter: { day: { between } } },
});
const HOURS: Record<string, IDataObject> = {
	'in the form': {
		filter: where({ field: day, function: 'absoluteBetween', values: MORNING.join(', ') }),
	},
	'in an expression': { filter: where({ field: day, values: "={{ '2026-11-15T10:00' }}" }) },
	'in a query of a model': asked(MORNING),
	'in the range of a model': {
		queryMode: 'definition',
		queryDefinition: {
			...{ measures: ['A'], unit: 'total' },
			range: { from: MORNING[0], to: MORNING[1] },
		},
	},
	'in the range of a model, with the zone': {
		queryMode: 'definition',
		queryDefinition: {
			...{ measures: ['A'], unit: 'total' },
			range: { from: '2026-11-15T10:00:00+08:00', to: '2026-11-15T12:00:00+08:00' },
		},
	},
	'in the comparison dates of a pasted query': {
		...{ queryMode: 'json', dateRange: 'asPasted', compareWith: 'asPasted' },
		queryJson: JSON.stringify({
			measures: [{ event_name: 'A', aggregator: 'general' }],
			...{ unit: 'day', from_date: '2026-11-15', to_date: '2026-11-15' },
			...{ compare_from_date: MORNING[0], compare_to_date: MORNING[1] },
		}),
	},
	'in a pasted query of rolling dates': {
		...{ queryMode: 'json', dateRange: 'asPasted' },
		queryJson: JSON.stringify({
			measures: [{ event_name: 'A', aggregator: 'general' }],
			...{ unit: 'day', from_date: MORNING[0], to_date: MORNING[1], rangeText: '今日' },
		}),
	},
	'in a pasted query': {
		...{ queryMode: 'json', dateRange: 'asPasted' },
		queryJson: JSON.stringify({
			measures: [{ event_name: 'A', aggregator: 'general' }],
			...{ unit: 'day', from_date: MORNING[0], to_date: MORNING[1] },
		}),
	},
	'in a date for SQL': {
		...{ resource: 'sqlQuery', operation: 'runSqlQuery', sql: 'SELECT 1 WHERE time > :t' },
		parameters: { parameter: [{ name: 't', kind: 'date', value: MORNING[0] }] },
	},
	'in a query of a model, with the zone': asked(
		MORNING.map((time) => `${time.replace(' ', 'T')}+08:00`),
	),
};

export const attacks: Attack[] = [
	...Object.entries(PLACES).flatMap(([place, form]) =>
		Object.entries(MOMENTS).map(([what, expression]) =>
			attack(`the day before is compared: ${what}, in ${place}`, form(expression), ON_DAY),
		),
	),
	attack(
		'the day before is compared: in a query of a model',
		{
			queryMode: 'definition',
			queryDefinition: {
				...{ measures: ['A'], range: '2026-11-01' },
				filter: { day: { between: ['2026-11-15T00:00:00+08:00', '2026-11-15T15:59:59Z'] } },
			},
		},
		ON_DAY,
	),
	attack(
		'the day before is compared: in another zone than that of the workflow',
		{
			filter: where({ field: day, values: "={{ DateTime.fromISO('2026-11-15T20:00') }}" }),
			options: { timeZone: 'Pacific/Auckland' },
		},
		'"params":["2026-11-16","2026-11-16"]',
	),
	attack(
		'a list for a picked value is one value',
		{
			filter: where({
				field: city,
				pickedValue: { __rl: true, mode: 'value', value: '={{ ["Riga", "Oslo"] }}' },
			}),
		},
		'"params":["Riga","Oslo"]',
	),
	attack(
		'the spaces of a text in a list get lost in SQL',
		{
			...{ resource: 'sqlQuery', operation: 'runSqlQuery', sql: 'SELECT 1 WHERE city IN (:c)' },
			parameters: {
				parameter: [{ name: 'c', kind: 'texts', value: '={{ ["Riga ", " Oslo", "Bonn"] }}' }],
			},
		},
		"('Riga ', ' Oslo', 'Bonn')",
	),
	...Object.entries(LOGINS).flatMap(([field, [form, credential, label]]) =>
		['null', 'undefined', '$json.none'].map((nothing) =>
			refused(
				`a login with ${field}, which is ${nothing}, as a word`,
				{ resource: 'accessToken', tokenValidity: 60, ...form, [field]: `={{ ${nothing} }}` },
				credential,
				new RegExp(`^'${label}' is empty`),
			),
		),
	),
	...Object.entries(HOURS).map(([what, form]) =>
		refused(`two hours are a whole day: ${what}`, { ...REPORT, ...form }, 'secret', /time of day/),
	),
];
