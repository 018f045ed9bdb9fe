import { OperationalError, UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { isObject } from '../../../credentials/http/json';
import { quoted } from '../../../credentials/http/redact';
import type {
	CatalogEntry,
	Dashboard,
	EventEntry,
	EntryList,
	PropertyEntry,
	SavedReport,
	SessionEntry,
} from '../query/entities';
import type { ValueKind } from '../query/filterFunctions';
import { flagIn, numberIn, textIn, unwrapJson } from '../query/json';
import { USER_GROUP, userField } from '../query/query';
import { REPORT_IT } from './rows';

export const groupName = (fullName: string) => fullName.replace(USER_GROUP, '');

/** Returns the field of a user group, whose name may have its prefix. */
export const groupField = (name: string, prefix: string) =>
	userField(`${USER_GROUP.test(name) ? '' : prefix}${name}`);

/** Projects have some thousands of events; reading more would block n8n for seconds. */
const MOST_LISTED = 100_000;

/**
 * Reads the entries of a list. Entries for which `read` returns undefined are left out. If no entry
 * can be read, the list isn't empty, but has an unexpected structure.
 */
export function entriesOf<One>(
	answer: unknown,
	what: string,
	read: (entry: unknown) => One | undefined,
): One[] {
	if (!Array.isArray(answer)) throw unexpectedList(what);
	if (answer.length > MOST_LISTED) {
		throw new OperationalError(
			`The list of ${what} has ${answer.length} entries, more than the ${MOST_LISTED} that this node reads`,
			{
				description:
					'Check the base URL in the credential. If it is correct, delete entries that the project no longer uses.',
			},
		);
	}
	const found = answer.map((entry) => read(entry)).filter((one) => one !== undefined);
	if (found.length === 0 && answer.length > 0) throw unexpectedList(what);
	return found;
}

/** Does what entriesOf does, for entries that are objects. */
export function readList<One>(
	answer: unknown,
	what: string,
	read: (object: JsonObject) => One | undefined,
): One[] {
	return entriesOf(answer, what, (entry) => (isObject(entry) ? read(entry) : undefined));
}

export function unexpectedList(what: string): OperationalError {
	return new OperationalError(`The list of ${what} has an unexpected structure`, {
		description: REPORT_IT,
	});
}

/** Returns a hint about an incomplete list, if it is one. */
export function missingNote({ missing: count = 0 }: EntryList<unknown>, what: string) {
	if (count <= 0) return undefined;
	const more = count === 1 ? what.replace(/s$/, '') : what;
	return `Sensors Analytics counts ${count} more ${more} than it returned. Run the node again. If this continues, contact your Sensors Analytics administrator.`;
}

export function inBatches<One>(list: readonly One[], size: number): One[][] {
	const count = Math.ceil(list.length / size);
	return Array.from({ length: count }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** Returns the ID of an object as text, which can be typed and compared without losing digits. */
export function idOf(object: JsonObject): string {
	const { id } = object;
	return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}

/** Any other text could lead elsewhere: `..` is the parent folder. */
export function idInPath(id: string, what: string): string {
	if (/^[\w-]{1,100}$/.test(id)) return id;
	throw new UserError(
		`${quoted(id)} isn't a valid ID of a ${what}. An ID consists of digits, letters, -, and _. Copy the ID from the address of the ${what} in the browser`,
	);
}

/** Kinds by `data_type`, ignoring case (docs/service.md, "Lists"). */
const KINDS = new Map<string, ValueKind>([
	['string', 'text'],
	['number', 'number'],
	['bool', 'boolean'],
	['date', 'date'],
	['datetime', 'date'],
	['list', 'list'],
]);

export function readProperties(answer: unknown, what: string): PropertyEntry[] {
	return readList(answer, what, (object) => {
		const entry = entryOf(object);
		if (entry === undefined) return undefined;
		const type = textIn(object, 'data_type')?.toLowerCase() ?? '';
		const kind = KINDS.get(type);
		return {
			...entry,
			...(kind ? { kind } : {}),
			...(type === 'date' ? { isDay: true } : {}),
			description: textIn(object, 'comment') ?? textIn(object, 'trigger_opportunity'),
			unit: textIn(object, 'unit'),
			isVirtual: virtualIn(object),
		};
	});
}

export function readEvents(answer: unknown): EventEntry[] {
	return readList(answer, 'events', (object) => {
		const entry = entryOf(object);
		return (
			entry && {
				...entry,
				description: textIn(object, 'comment'),
				trackedWhen: textIn(object, 'trigger_opportunity'),
				tagIds: tagsIn(object),
				isVirtual: virtualIn(object),
				count: numberIn(object, 'total_count'),
				createdAt: textIn(object, 'create_time'),
				updatedAt: textIn(object, 'update_time'),
			}
		);
	});
}

export function readSessions(answer: unknown): SessionEntry[] {
	return readList(answer, 'sessions', (object) => {
		const entry = entryOf(object);
		return entry && { ...entry, pauseSeconds: numberIn(object, 'session_interval_seconds') };
	});
}

function entryOf(object: JsonObject): CatalogEntry | undefined {
	const name = textIn(object, 'name');
	return name === undefined ? undefined : { name, displayName: textIn(object, 'cname') ?? name };
}

/** The two generations have different names for this. */
function virtualIn(object: JsonObject): boolean | undefined {
	return flagIn(object, 'is_virtual') ?? flagIn(object, 'virtual');
}

/** Reads tags, which are numbers, names, or objects with a name. */
function tagsIn({ tags }: JsonObject): string[] | undefined {
	if (!Array.isArray(tags)) return undefined;
	return tags.flatMap((tag: unknown) => {
		if (isObject(tag)) return textIn(tag, 'name') ?? [];
		return typeof tag === 'number' || typeof tag === 'string' ? String(tag) : [];
	});
}

export function withoutDoubles<Entry extends CatalogEntry>(entries: readonly Entry[]): Entry[] {
	return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
}

/** @returns undefined for an object without an ID */
export function readDashboard(dashboard: JsonObject, owner: string): Dashboard | undefined {
	const id = idOf(dashboard);
	if (id === '') return undefined;
	return {
		id,
		name: textIn(dashboard, 'name') ?? '',
		owner: textIn(dashboard, owner),
		isPublic: flagIn(dashboard, 'is_public'),
		createdAt: textIn(dashboard, 'create_time'),
		...ownSettingsIn(dashboard),
	};
}

/** Saved charts, which both generations return in the same format. */

export function readSavedReport(answer: unknown): SavedReport {
	if (!isObject(answer)) throw new OperationalError("The saved report isn't a JSON object");
	return {
		id: idOf(answer),
		name: textIn(answer, 'name') ?? '',
		modelName: plainText(textIn(answer, 'type') ?? ''),
		query: readQuery(answer.data),
		...ownSettingsIn(answer),
	};
}

/** Does the same for an entry of a list. */
export function savedReportIn(entry: unknown): SavedReport | undefined {
	return isObject(entry) && idOf(entry) !== '' ? readSavedReport(entry) : undefined;
}

const MAX_DEPTH = 6;

/** Filters and dates of a dashboard or chart have no documented format: they are only reported. */
function ownSettingsIn({ config }: JsonObject): { ownSettings?: string[] } {
	const found = new Set<string>();
	const visit = (value: unknown, depth: number) => {
		if (depth > MAX_DEPTH) return;
		if (Array.isArray(value)) value.forEach((inner) => visit(inner, depth + 1));
		if (!isObject(value)) return;
		for (const [key, inner] of Object.entries(value)) {
			if (/filter|date|range/i.test(key) && !/update/i.test(key) && isFilled(inner)) found.add(key);
			else visit(inner, depth + 1);
		}
	};
	visit(unwrapJson(config), 0);
	return found.size > 0 ? { ownSettings: [...found] } : {};
}

/** Whether a value contains a word or a number, apart from how conditions are joined. */
function isFilled(value: unknown): boolean {
	if (typeof value === 'string') return value !== '';
	if (typeof value === 'number') return true;
	if (Array.isArray(value)) return value.some(isFilled);
	if (!isObject(value)) return value === true;
	return Object.entries(value).some(([key, inner]) => key !== 'relation' && isFilled(inner));
}

/** Reads a JSON text, maybe inside another one; keys that start with $$ belong to the web page. */
function readQuery(data: unknown): JsonObject | undefined {
	const query = unwrapJson(data);
	if (!isObject(query)) return undefined;
	return Object.fromEntries(Object.entries(query).filter(([key]) => !key.startsWith('$$')));
}

/** Returns a text that may itself be JSON, in quotation marks. */
function plainText(text: string): string {
	const inner = unwrapJson(text);
	return typeof inner === 'string' ? inner : text;
}
