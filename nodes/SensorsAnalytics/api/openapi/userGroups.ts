import { OperationalError, UserError } from 'n8n-workflow';

import { LINE_LENGTH } from '../../../../credentials/http/body';
import { type JsonObject, objectOrEmpty } from '../../../../credentials/http/json';
import { quoted } from '../../../../credentials/http/redact';
import type { ServiceRequest } from '../../../../credentials/http/request';
import type {
	Computing,
	ExportState,
	GroupMember,
	MemberProperty,
	MembersQuery,
	MemberValue,
} from '../../query/entities';
import { numberIn, textIn } from '../../query/json';
import { type Phase, withoutUser } from '../../query/query';
import type { Cell } from '../../table/decimal';
import type { Ask } from '../api';
import { readList } from '../catalogRows';
import { assertOf, listIn, readNumber, UnexpectedShape } from '../rows';
import { dataOf, get, HORIZON, numberOfId, PORTAL, taskIdIn } from './request';

/** Export of the members of a group (docs/service.md, "User lists as files"). */

const TASK = `${HORIZON}/entity-list/export-task`;
const ENTITY = 'user';
/** The ID, which must be exported, and identifies users. */
const KEY = 'id';
const STATE = 'The state of the export';
const RESULT = 'The result of the export';
const EXPORT_PHASES = new Map<string, Phase>([
	['NEW', 'waiting'],
	['RUNNING', 'running'],
	['SUCCESS', 'done'],
	['FAILED', 'failed'],
]);

/** Returns the field of users without its scope, which is the group's name in rules. */
export function definitionName(field: string): string {
	const name = withoutUser(field);
	if (/^\w{1,200}$/.test(name)) return name;
	throw new UserError(
		`The user group ${quoted(name)} has a name that the OpenAPI doesn't support. Names can contain only letters, digits, and _`,
	);
}

/** Selects a group's computation as of a moment. */
const computedAt = (field: string, moment: string) => ({
	entity_name: ENTITY,
	definition_name: definitionName(field),
	base_time_list: [moment],
});

/** Computations of a group (docs/service.md, "Computing a user group"). */

const SEGMENT = `${HORIZON}/segment`;
const COMPUTE_PHASES = new Map<string, Phase>([
	['PREPARING', 'waiting'],
	['WAITING_DATA', 'waiting'],
	['COMPUTING', 'running'],
	['SUCCESS', 'done'],
	['FAILED', 'failed'],
	['CANCELLED', 'failed'],
]);

const INSTANT = /(?:Z|[+-]\d{2}:?\d{2})$/;

function computationsIn(answer: unknown, key: string): JsonObject[] {
	return readList(listIn(dataOf(answer), key), 'computations', (one) => one);
}

/** A version that doesn't know the request's keys returns entries of other moments and groups. */
function firstAsOf(list: readonly JsonObject[], field: string, moment: string) {
	return list.find((entry) => {
		const time = textIn(entry, 'base_time') ?? '';
		const name = textIn(entry, 'segment_definition_name') ?? definitionName(field);
		const isOfMoment = !INSTANT.test(time) || Date.parse(time) === Date.parse(moment);
		return isOfMoment && name === definitionName(field);
	});
}

/** The file of an export (docs/service.md, "User lists as files"), which errors don't repeat. */

const MOST_LINES = 100_000;
/** Maximum number of elements of one list; platforms hold 500. */
const MOST_ELEMENTS = 100_000;
const BETWEEN_COLUMNS = '\u0001';
const BETWEEN_ELEMENTS = '\u0003';
const NO_VALUE = '\\N';
const ID = /^-?\d{1,20}$/;
const MILLISECONDS = /^-?\d{1,15}$/;
const BOOLEANS = new Map([
	['1', true],
	['0', false],
	['true', true],
	['false', false],
]);

async function* recordsIn(
	lines: AsyncIterable<string>,
	columns: number,
): AsyncGenerator<{ text: string; line: number }> {
	let record: { text: string; line: number } | undefined;
	let number = 0;
	for await (const line of lines) {
		number++;
		if (record && !beginsRecord(line, columns)) {
			record.text += `\n${line}`;
			if (record.text.length > LINE_LENGTH || number - record.line > MOST_LINES) {
				throw unknownLine(
					record.line,
					"is too long: none of the following lines starts with a user's ID",
				);
			}
			continue;
		}
		if (record) yield record;
		record = { text: line, line: number };
	}
	if (record) yield record;
}

function beginsRecord(line: string, columns: number): boolean {
	if (columns === 1) return ID.test(line);
	const end = line.indexOf(BETWEEN_COLUMNS);
	return end > 0 && ID.test(line.slice(0, end));
}

function isHeader(cells: readonly string[], names: readonly string[]): boolean {
	return (
		cells.length === names.length &&
		cells.every((cell, index) => cell.toLowerCase() === names[index]?.toLowerCase())
	);
}

function readValue(text: string, { kind, name }: MemberProperty, line: number): MemberValue {
	if (text === NO_VALUE) return null;
	switch (kind) {
		case 'number':
			return readNumber(text, `'${name}'`) satisfies Cell;
		case 'boolean':
			return BOOLEANS.get(text) ?? text;
		case 'date':
			return readMoment(text);
		case 'list':
			return text === '' ? [] : elementsOf(text, line);
		default:
			return text.includes(BETWEEN_ELEMENTS) ? elementsOf(text, line) : text;
	}
}

function elementsOf(text: string, line: number): string[] {
	const elements = text.split(BETWEEN_ELEMENTS, MOST_ELEMENTS + 1);
	if (elements.length <= MOST_ELEMENTS) return elements;
	throw new OperationalError(
		`The file of members is too large for n8n items: a list in line ${line} has more than ${MOST_ELEMENTS} elements`,
		{
			description:
				'Choose properties without such lists, or contact your Sensors Analytics administrator.',
		},
	);
}

/** Reads milliseconds since 1970; other texts stay unchanged. */
function readMoment(text: string): Date | string {
	const moment = new Date(MILLISECONDS.test(text) ? Number(text) : NaN);
	return Number.isNaN(moment.getTime()) ? text : moment;
}

function unknownLine(line: number, what: string): UnexpectedShape {
	return new UnexpectedShape(`line ${line} ${what}`, 'The file of members');
}

export const groupsWire = {
	/** One document requires the ID, another one omits it; headers name the project in any case. */
	async projectId(ask: Ask, project: string): Promise<number | undefined> {
		const request = get(`${PORTAL}/management/project/get`, { project_name: project });
		const { project: found } = objectOrEmpty(objectOrEmpty(await ask(request)).data);
		return numberIn(objectOrEmpty(found), 'id');
	},
	exportRequest(
		{ field, computedOn, properties }: MembersQuery,
		projectId?: number,
	): ServiceRequest {
		const day = computedOn === undefined ? '' : `@${computedOn.replace(/-/g, '')}`;
		return {
			path: `${TASK}/create`,
			body: {
				entity_name: ENTITY,
				...(projectId === undefined ? {} : { project_id: projectId }),
				attribute_paths: [KEY, ...properties.map(({ name }) => name)],
				// Without it, the service creates a table in its database.
				export_format: { format_type: 'FILE' },
				segment_rule_expression: {
					type: 'EQL_BASED',
					eql_segment_rule: {
						eql: `user.$SegmentMembership.${definitionName(field)}${day} == true`,
					},
				},
			},
			startsWork: true,
		};
	},
	readExport: (answer: unknown) => taskIdIn(dataOf(answer), 'task_id'),
	async exportState(ask: Ask, id: string): Promise<ExportState> {
		const query = { task_id: String(numberOfId(id, 'an export')) };
		const data = dataOf(await ask(get(`${TASK}/get-status`, query)));
		assertOf(id, data.task_id, STATE);
		const status = textIn(data, 'status');
		if (status === undefined) throw new UnexpectedShape("'status' is missing", STATE);
		const phase = EXPORT_PHASES.get(status) ?? 'running';
		const state = {
			phase,
			status,
			reason: textIn(objectOrEmpty(data.failed_result), 'failure_message'),
		};
		if (phase !== 'done') return state;
		const file = textIn(
			objectOrEmpty(objectOrEmpty(data.success_result).file_result),
			'file_token',
		);
		if (file === undefined) throw new UnexpectedShape('the file is missing', RESULT);
		return { ...state, file };
	},
	file(token: string): ServiceRequest {
		const request = get(`${HORIZON}/web/file-storage/download`, { file_token: token });
		return { ...request, headers: { Accept: '*/*' } };
	},
	/**
	 * A line without an ID at its start continues the text of the previous member. Whether there is a
	 * header isn't documented, so a line that names the columns is skipped. Errors name the line, but
	 * don't repeat its content.
	 */
	async *readMembers(
		lines: AsyncIterable<string>,
		properties: readonly MemberProperty[],
	): AsyncGenerator<GroupMember> {
		const names = [KEY, ...properties.map(({ name }) => name)];
		const records = recordsIn(lines, names.length);
		for await (const { text, line } of records) {
			// One more than requested is enough to detect an error.
			const cells = text.split(BETWEEN_COLUMNS, names.length + 1);
			if (line === 1 && isHeader(cells, names)) continue;
			const [id = '', ...values] = cells;
			if (cells.length !== names.length) {
				const found = cells.length > names.length ? `more than ${names.length}` : cells.length;
				throw unknownLine(line, `has ${found} columns instead of the requested ${names.length}`);
			}
			if (!ID.test(id)) throw unknownLine(line, "doesn't start with a user's ID");
			yield {
				id,
				values: values.map((value, index) =>
					readValue(value, properties[index] as MemberProperty, line),
				),
			};
		}
	},
	/**
	 * @param field field of users with which reports filter by the group
	 * @param moment moment that the computation is about, ISO 8601 in UTC
	 */
	computeRequest(field: string, moment: string): ServiceRequest {
		const params = { segment_definition_name: definitionName(field), base_time: moment };
		return {
			path: `${SEGMENT}/definition/evaluate`,
			body: { entity_name: ENTITY, evaluate_params: [params] },
			startsWork: true,
		};
	},
	/** Returns the last computation for the moment; undefined if there was none. */
	async computing(ask: Ask, field: string, moment: string): Promise<Computing | undefined> {
		const request: ServiceRequest = {
			path: `${SEGMENT}/task/get`,
			body: {
				...computedAt(field, moment),
				// Returns only the last computation of each moment.
				fetch_all: false,
			},
		};
		const tasks = computationsIn(await ask(request), 'tasks');
		const task = firstAsOf(tasks, field, moment);
		if (task === undefined) return undefined;
		const state = textIn(task, 'segment_task_status') ?? 'unknown';
		const status = state.replace(/^SEGMENT_TASK_/, '');
		const failure = objectOrEmpty(task.failure_detail);
		return {
			id: [task.id, task.create_time].map(String).join(' '),
			phase: COMPUTE_PHASES.get(status) ?? 'running',
			status,
			reason: textIn(failure, 'error_message') ?? textIn(failure, 'code'),
			startedAt: textIn(task, 'start_time'),
			endedAt: textIn(task, 'end_time'),
			users: numberIn(objectOrEmpty(task.segment_task_report), 'count'),
		};
	},
	/** Returns the number of users in the group at the moment, if the service reports it. */
	async sizeAt(ask: Ask, field: string, moment: string): Promise<number | undefined> {
		const request: ServiceRequest = {
			path: `${SEGMENT}/item/list`,
			body: { ...computedAt(field, moment), segment_ready: true, limit: 1 },
		};
		const item = firstAsOf(computationsIn(await ask(request), 'items'), field, moment);
		return item && numberIn(item, 'count');
	},
};
