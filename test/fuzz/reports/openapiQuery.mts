/** Queries that are pasted or saved, and asked with a key. */
import type { Case } from './cases.mts';
import type { Json } from './openapiAnswer.mts';
import { queryOf } from './service.mts';

/** What the page keeps for itself (docs/service.md, "Address"). */
const PAGE_KEYS = {
	chartsType: 'line',
	$$render_index: 1,
	request_id: '1700000000000:123456',
};

/** The payload of the web page, or what was sent to the OpenAPI before. */
export function keyQueryOf(one: Case): Json {
	const { spelling, withPageKeys } = one.key;
	const plain = queryOf(one);
	const query = { ...plain, ...timeOf(one, 'by_field' in plain ? 'by_field' : 'by_fields') };
	if (spelling === 'page') return { ...query, ...(withPageKeys ? PAGE_KEYS : {}) };
	return query.unit === undefined ? query : { ...query, unit: String(query.unit).toUpperCase() };
}

/** Dates as the first group, with the step of each. */
function timeOf({ model, isSplit, key, fields }: Case, groupKey: string): Json {
	if (model !== 'funnel' || !isSplit || !key.withTime) return {};
	const names = fields.map(({ expression }) => expression);
	const steps = names.map((name) => (name.startsWith('user.') ? -1 : 0));
	return {
		[groupKey]: ['event.A.$time', ...names],
		by_field_steps: [0, ...steps],
	};
}
