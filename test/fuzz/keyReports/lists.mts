/** The lists of the project, which the node looks into where a report has no rows (docs/query.md). */
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

/** @returns the text of the answer; none where no list was asked for */
export function listOf(url: string): string | undefined {
	const data = dataOf(url);
	return data && JSON.stringify({ code: 'SUCCESS', data });
}

function dataOf(url: string): object | undefined {
	const properties = [...PROPERTIES, 'level', 'amount'].map((name) => ({
		name,
		cname: name,
		data_type: name === 'amount' ? 'NUMBER' : 'STRING',
	}));
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
