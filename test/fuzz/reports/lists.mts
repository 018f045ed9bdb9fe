/** Lists of the service that reports read (docs/service.md, "Lists" and "OpenAPI"). */
import type { OutputName } from './judge.mts';

const EVENTS = ['A', 'B', 'C', 'PayOrder'];
export const PROPERTIES = [
	'city',
	'event',
	'touches',
	'percent',
	'date',
	'period',
	'users',
	'meta',
];

/** Whether the types of the groups may be read: messages and Compact say which are lists (docs/reports.md, F5). */
export function readsListGroups({
	fields,
	output,
}: {
	fields: readonly unknown[];
	output: OutputName;
}) {
	return fields.length > 0 && !['rows', 'table', 'wide', 'raw'].includes(output);
}

export const isOfProperties = (url: string) =>
	/\/property-meta\/(?:user|event)-properties|\/(?:event|property\/user)\/properties/.test(url);

/** @returns the text of the answer; none where no list was asked for */
export function listOf(url: string): string | undefined {
	if (/^\/api\/(?:event|property)\//.test(url)) return JSON.stringify(listedProperties());
	const data = dataOf(url);
	return data && JSON.stringify({ code: 'SUCCESS', data });
}

function dataOf(url: string): object | undefined {
	const properties = listedProperties();
	if (url.includes('/event-meta/events/all'))
		return { events: EVENTS.map((name) => ({ name, cname: name })) };
	if (url.includes('/property-meta/user-properties/all')) return { user_properties: properties };
	if (url.includes('/user-analytics/')) {
		const metadata = { 'user.level': 'STRING', value: 'LONG' };
		return { metadata_columns: metadata, detail_rows: [['gold', 5]] };
	}
	if (url.includes('/property-meta/property/values')) return { values: ['gold', 'silver'] };
	if (!url.includes('/property-meta/event-properties')) return undefined;
	return {
		event_properties: EVENTS.map((name) => ({ event_define: { name }, properties })),
		properties,
	};
}

function listedProperties() {
	return [...PROPERTIES, 'level', 'amount'].map((name) => ({
		name,
		cname: name,
		data_type: name === 'amount' ? 'NUMBER' : 'STRING',
	}));
}
