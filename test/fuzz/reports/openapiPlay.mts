/** A case with a key: what the OpenAPI answers, and what must come of it. */
import type { Case } from './cases.mts';
import { envelopeOf, type Json, tableOf } from './openapiAnswer.mts';
import { asksDates, isLayer, kept, tell, type Told } from './openapiLines.mts';
import { makeTableOdd, oddEnvelope, refusalOf } from './openapiOddities.mts';
import { keyQueryOf } from './openapiQuery.mts';
import { BadRequest, readRequest } from './openapiRequest.mts';
import { type Expected, expectedOf } from './oracle.mts';
import { toText } from './service.mts';

/** The text of the answer to a request. */
export type Reply = (path: string, body: string) => string;

export interface Play {
	/** The envelope. */
	answer: Json;
	/** None for an unknown form. */
	expected: Expected | undefined;
	/** The answer refuses. */
	isRefusal: boolean;
}

export function playWithKey(one: Case): Play {
	const told = tell(one);
	const table = tableOf(one, told);
	const right = envelopeOf(table, one);
	const refusal = refusalOf(right, one);
	if (refusal) return { answer: refusal, expected: undefined, isRefusal: true };
	const odd = structuredClone(table);
	const other = makeTableOdd(odd, told, one) ? envelopeOf(odd, one) : oddEnvelope(right, one);
	if (other) return { answer: other, expected: undefined, isRefusal: false };
	return { answer: right, expected: expect(one, told), isRefusal: false };
}

function expect(one: Case, { lines, isTruncated }: Told): Expected | undefined {
	const own = lines.filter((fact) => !isLayer(fact));
	const days = new Set(own.flatMap(({ date }) => date ?? []));
	const isDated = days.size > 0 && !asksDates(one);
	// Several days are not the whole of a funnel that was asked for. One alone may be what a service
	// calls the whole; that it is the first of several, cut by rows, nothing tells.
	if (one.model === 'funnel' && isDated && days.size > 1) return undefined;
	const isOneDay = isDated && days.size === 1;
	const told = kept(own).map((fact) => (isOneDay ? { ...fact, date: null } : fact));
	const expected = expectedOf(one, told, []);
	if (!expected) return undefined;
	const hasOpenEnd = one.model === 'distribution' && own.length > 0;
	return {
		...expected,
		isTruncated,
		isSampled: one.key.isSampled,
		// How the last region ends is not documented but for having no end.
		mayBeUnknown: isOneDay || (hasOpenEnd && one.key.lastRegion !== '∞)'),
	};
}

const MODEL_NAMES = {
	funnel: ['FUNNEL_MODEL', '/funnel/'],
	retention: ['RETENTION_MODEL', '/retention/'],
	distribution: ['ADDICTION_MODEL', '/addiction/'],
	userProperties: ['USER_ANALYTICS_MODEL', 'USER_ANALYTICS_MODEL'],
};

/** @param refused told of each request that no service would take */
export function replyWithKey(one: Case, answer: Json, refused: (what: string) => void): Reply {
	return (address, body) => {
		try {
			const asked = readRequest(one, address, body);
			return asked.kind === 'report' ? toText(answer) : bookmarks(one, asked.isPublic);
		} catch (error) {
			if (!(error instanceof BadRequest)) throw error;
			refused(`${error.message}: ${body}`);
			return JSON.stringify({ code: 'COMMON-D-27-1', message: error.message });
		}
	};
}

/** Of both lists the chart stands in one. */
function bookmarks(one: Case, isPublic: boolean): string {
	const { key, model } = one;
	const type = MODEL_NAMES[model][key.hasModelName ? 0 : 1];
	const own = { id: 1, type, name: 'Saved', data: JSON.stringify(keyQueryOf(one)), dashboards: [] };
	const list = isPublic === key.isPublic ? [own] : [];
	return JSON.stringify({ code: 'SUCCESS', data: { bookmarks: list, total: list.length } });
}
