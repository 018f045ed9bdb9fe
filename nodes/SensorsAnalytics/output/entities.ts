import type { IDataObject } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { dayOf, momentInZone, type WriteTime } from '../dates/calendar';
import type {
	Dashboard,
	Dataset,
	DatasetDetails,
	EventEntry,
	GroupMember,
	MemberValue,
	PropertyEntry,
	SavedReport,
	User,
	UserEvent,
	UserGroup,
	UserSelection,
} from '../query/entities';
import { asText } from '../query/json';
import type { ReportModelName, TaskState } from '../query/query';
import { changesInSheets, csvLine } from './csv';
import { freeKeys, toItemJson } from './rows';

export function toUserGroupObject(group: UserGroup, time: WriteTime): IDataObject {
	const { lastComputation: last } = group;
	return {
		id: group.id,
		name: group.name,
		display_name: group.displayName,
		property: group.field,
		status: group.status ?? null,
		users: last?.users ?? null,
		last_computation: last
			? {
					status: last.status ?? null,
					base_time: time(last.baseTime),
					started_at: time(last.startedAt),
					finished_at: time(last.finishedAt),
				}
			: null,
		is_routine: group.isRoutine ?? null,
		owner: group.owner ?? null,
		comment: group.comment ?? null,
		created_at: time(group.createdAt),
	};
}

export function toDashboardObject(dashboard: Dashboard, time: WriteTime): IDataObject {
	return {
		id: dashboard.id,
		name: dashboard.name,
		owner: dashboard.owner ?? null,
		is_public: dashboard.isPublic ?? null,
		created_at: time(dashboard.createdAt),
	};
}

/** @param canBeRun whether the node can run it */
export function toSavedReportObject(
	report: SavedReport,
	model: ReportModelName | undefined,
	dashboard: Dashboard,
	canBeRun: boolean,
): IDataObject {
	return {
		id: report.id,
		name: report.name,
		model: model ?? report.modelName,
		can_be_run: canBeRun,
		dashboard_id: dashboard.id,
		dashboard: dashboard.name.slice(0, 1000),
		query: report.query ? toItemJson(report.query) : null,
	};
}

export function toDatasetObject(dataset: Dataset): IDataObject {
	return {
		id: dataset.id,
		name: dataset.name,
		group: dataset.group ?? null,
		type: dataset.type ?? null,
		is_paused: dataset.isPaused ?? null,
	};
}

export function toDatasetDetails(dataset: DatasetDetails, time: WriteTime): IDataObject {
	return {
		id: dataset.id,
		name: dataset.name,
		type: dataset.type ?? null,
		storage: dataset.storage ?? null,
		status: dataset.status ?? null,
		refreshed_at: time(dataset.refreshedAt),
		refresh_mode: dataset.refreshMode ?? null,
		schedule: dataset.schedule ?? null,
		unit: dataset.unit ?? null,
		columns: dataset.columns.map((column) => ({
			name: column.name,
			display_name: column.displayName,
			kind: column.kind ?? null,
			can_group: column.isDimension,
			can_be_measured: column.isMeasure,
			is_calculated: column.isCalculated,
		})),
	};
}

/** Converts a row to an object by its columns. */
export function toRowObject(row: JsonObject): IDataObject {
	const names = Object.keys(row);
	const keys = freeKeys(names);
	return Object.fromEntries(
		names.map((name, index) => [keys[index] as string, row[name]]),
	) as IDataObject;
}

/** Returns the item of a finished refresh. */
export function toRefreshObject(
	datasetId: string,
	taskId: string,
	state: TaskState,
	time: WriteTime,
): IDataObject {
	return {
		dataset_id: datasetId,
		task_id: taskId,
		status: state.status,
		started_at: time(state.startedAt),
		ended_at: time(state.endedAt),
		seconds: state.seconds ?? null,
	};
}

const ID = 'id';
/**
 * The byte order mark, by which spreadsheet programs recognize UTF-8, and so display Chinese names.
 */
const FILE_MARK = '\ufeff';
/** Characters that are encoded at a time. */
const PIECE = 1 << 20;

type DayColumnIndexes = ReadonlySet<number>;

/**
 * Returns the keys of a member: the ID, then the properties; a property with the name of the ID
 * gets a number.
 */
export function memberKeys(properties: readonly string[]): string[] {
	return [ID, ...freeKeys(properties, [ID])];
}

/**
 * Returns a member as a flat object, with times in the zone.
 * @param days indexes of the values that are dates without a time: `YYYY-MM-DD`
 */
export function toMemberObject(
	{ id, values }: GroupMember,
	keys: readonly string[],
	timeZone: string,
	days: DayColumnIndexes,
): IDataObject {
	const object: IDataObject = { [ID]: id };
	for (let index = 0; index < values.length; index++) {
		object[keys[index + 1] as string] = writtenMember(
			values[index] ?? null,
			timeZone,
			days.has(index),
		);
	}
	return object;
}

/** Encodes members as a CSV file (RFC 4180, UTF-8 with byte order mark), as they arrive. */
export class MembersCsv {
	private readonly pieces: Uint8Array[] = [];
	private text: string;
	/** Whether spreadsheet programs would change IDs or other texts of digits in it. */
	losesIds = false;

	constructor(
		keys: readonly string[],
		private readonly timeZone: string,
		private readonly days: DayColumnIndexes,
		/** The credential may leave the IDs out. */
		private readonly hasIds: boolean,
	) {
		this.text = FILE_MARK + csvLine(hasIds ? keys : keys.slice(1));
	}

	add({ id, values }: GroupMember): void {
		const cells = values.map((value, index) =>
			writtenMember(value, this.timeZone, this.days.has(index)),
		);
		const isLost = (cell: unknown) => typeof cell === 'string' && changesInSheets(cell);
		const line = this.hasIds ? [id, ...cells] : cells;
		this.losesIds ||= line.some(isLost);
		this.text += csvLine(line);
		if (this.text.length > PIECE) this.flush();
	}

	/** Returns the file; nothing can be added after that. */
	end(): Uint8Array {
		this.flush();
		return Buffer.concat(this.pieces);
	}

	private flush(): void {
		this.pieces.push(Buffer.from(this.text));
		this.text = '';
	}
}

/**
 * Writes a date. If it doesn't start at midnight in this zone, it is written as a moment, because
 * it may be another day.
 */
function writtenMember(
	value: MemberValue,
	timeZone: string,
	isDay: boolean,
): Exclude<MemberValue, Date> {
	if (!(value instanceof Date)) return value;
	return (isDay ? dayOf(value, timeZone) : undefined) ?? momentInZone(value, timeZone);
}

/** Returns the item of an event; unknown values are null. */
export function toEventEntry(
	event: EventEntry,
	tags: readonly string[],
	time: WriteTime,
): IDataObject {
	return {
		name: event.name,
		display_name: event.displayName,
		description: event.description ?? null,
		tracked_when: event.trackedWhen ?? null,
		tags: [...tags],
		is_virtual: event.isVirtual ?? null,
		total_count: event.count ?? null,
		created_at: time(event.createdAt),
		updated_at: time(event.updatedAt),
	};
}

/** Returns the item of a property, with the expression that other operations accept. */
export function toPropertyEntry(property: PropertyEntry, expression: string): IDataObject {
	return {
		name: property.name,
		display_name: property.displayName,
		property: expression,
		type: property.kind ?? null,
		unit: property.unit ?? null,
		description: property.description ?? null,
	};
}

/** The internal ID, under the name of a user property (docs/service.md, "Users"). */
const OWN_ID = '$id';
const IDS = ['id', 'first_id', 'second_id', 'distinct_id'];

/**
 * Returns a function that makes a flat object of a user for a table or a file: the IDs, then the
 * properties that the user has; a property with the name of an ID gets a number. If all properties
 * are requested, the internal ID is left out, because `id` contains it.
 */
export function userWriter(requested: UserSelection['properties']): {
	/** Columns of all users, if they don't depend on the users' properties. */
	columns?: string[];
	toObject(user: User): IDataObject;
} {
	const chosen = requested === 'all' ? undefined : requested === 'none' ? [] : requested;
	const keys = chosen && freeKeys(chosen, IDS);
	const known = new Map(keys?.map((key, index) => [chosen?.[index], key]));
	return {
		columns: keys && [...IDS, ...keys],
		toObject(user) {
			const object: IDataObject = {
				id: user.id,
				first_id: user.firstId ?? null,
				second_id: user.secondId ?? null,
				distinct_id: user.distinctId ?? null,
			};
			const names = Object.keys(user.properties).filter((name) =>
				chosen ? known.has(name) : name !== OWN_ID || !isId(user, name),
			);
			const own = chosen ? names.map((name) => known.get(name)) : freeKeys(names, IDS);
			for (const [index, name] of names.entries()) {
				object[own[index] as string] = (user.properties[name] ?? null) as IDataObject[string];
			}
			return object;
		},
	};
}

function isId({ id, properties }: User, name: string): boolean {
	const value = properties[name];
	return value !== null && value !== undefined && asText(value) === id;
}

/** Returns the item of a user's event; its properties are nested, because each event has others. */
export function toEventObject(event: UserEvent, time: WriteTime): IDataObject {
	return {
		time: time(event.time),
		event: event.event,
		display_name: event.displayName ?? null,
		distinct_id: event.distinctId ?? null,
		user_id: event.userId ?? null,
		properties: toItemJson(event.properties),
		user_properties: toItemJson(event.profile),
	};
}
