import { type IDataObject, type INodeExecutionData, UserError } from 'n8n-workflow';

import { firstWords } from '../../../../credentials/http/redact';
import type { ServiceRequest } from '../../../../credentials/http/request';
import type { Wire } from '../../api';
import { missingNote } from '../../api/catalogRows';
import { moduleOf } from '../../catalog/catalog';
import { addNote, type ItemRun, type OperationRuns, shownRequest } from '../../item';
import { memberKeys, MembersCsv, toMemberObject, toUserGroupObject } from '../../output/entities';
import { addHint } from '../../output/meta';
import { ownItems, toItems } from '../../output/present';
import { doesNotFit, MAX_VALUES, MORE_VALUES } from '../../output/rows';
import { limited, readDetail } from '../../params/list';
import { readTimeZone } from '../../params/range';
import {
	assertSameMidnight,
	GROUP_DETAIL,
	type MembersForm,
	readComputeForm,
	readMembersForm,
	readUserGroup,
} from '../userGroup';
import type {
	Computing,
	GroupMember,
	MemberProperty,
	MembersQuery,
	MemberValue,
	UserGroup,
} from '../../query/entities';
import { noneCalled } from '../../query/names';
import { withoutNumbers } from '../../reports/fetch';
import { isTool } from '../../transport/context';
import { isLeftOut } from '../../transport/leftOut';
import { linesFrom } from '../../transport/longAnswers';
import { timesOf } from './catalog';
import { awaitTask, fileItem, storeCsv } from '../pages';
import { isOfRequest, mayPass, withAdvice } from '../../transport/errors';

/** The service has no request for a single group. */
async function findGroup({ catalog, field }: ItemRun): Promise<UserGroup> {
	const requested = readUserGroup(field);
	const groups = await (await catalog()).userGroups();
	const found =
		groups.find(({ name }) => name === requested) ??
		groups.find(({ id, displayName }) => id === requested || displayName === requested);
	// A group without a size may have been computed.
	if (found && groups.noSizes) throw groups.noSizes;
	if (found) return found;
	throw new UserError(`${noneCalled('user group', requested)}. Choose a user group from the list`);
}

export function assertComputed({ name, lastComputation }: UserGroup): void {
	if (lastComputation !== undefined) return;
	throw new UserError(
		`The 'User Group' '${firstWords(name)}' has no members, because it was never computed. Compute the group with the operation Compute`,
	);
}

/** Maximum number of characters of all members together: the limit of an answer in memory. */
const MOST_CHARACTERS = 128 * 1024 * 1024;

/** The function counts members with all values, and throws before they fill the memory. */
export function memberCounter(): (member: GroupMember) => void {
	let [members, values, characters] = [0, 0, 0];
	const count = (value: MemberValue) => {
		values++;
		if (typeof value === 'string') characters += value.length;
		if (!Array.isArray(value)) return;
		values += value.length;
		for (const element of value) characters += element.length;
	};
	return (member) => {
		members++;
		values++;
		member.values.forEach(count);
		const fault =
			values > MAX_VALUES
				? MORE_VALUES
				: characters > MOST_CHARACTERS
					? `more than ${MOST_CHARACTERS / 1024 / 1024} MB of text`
					: undefined;
		if (fault === undefined) return;
		throw doesNotFit(
			'The list of members',
			`${members} of them have ${fault}`,
			"Set 'Output' to CSV File, choose fewer properties, or set a limit.",
		);
	};
}

/** The note contains only numbers, and nothing about a user. */
export function exportNote(
	count: number,
	{ form, group, taskId }: { form: MembersForm; group: UserGroup; taskId: string },
): string | undefined {
	const counted = group.lastComputation?.users;
	const isNewest = form.computedOn === undefined;
	const isWhole = form.limit === undefined || count < form.limit;
	const differs = isNewest && isWhole && counted !== undefined && counted !== count;
	if (form.taskId !== undefined) {
		const counts = differs
			? ` The export has ${count} members, but the latest computation of the group counted ${counted}.`
			: '';
		return `The members are those of export ${taskId}, as the option 'Task ID' says. Sensors Analytics doesn't return the user group and the properties of an export, so check that they are the same here.${counts}`;
	}
	if (!differs) return undefined;
	return `The export has ${count} members, but the latest computation counted ${counted}. The credential's account might not have access to all members, or the group was recomputed in the meantime.`;
}

const ADVICE =
	'To check the state of the computation, use User Group → Get. If you run this node again before the computation finishes, the node waits for it instead of starting another.';
const NOT_SEEN = { phase: 'waiting', status: 'not seen yet', id: '' } as const;

async function computeUserGroup(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, service, itemIndex, options, ask } = run;
	const groups = await moduleOf(service, itemIndex, 'groups', 'Computations of user groups');
	const form = readComputeForm(options, context.getTimezone(), new Date());
	const detailed = readDetail(run.field, GROUP_DETAIL);
	const group = await findGroup(run);
	assertSameMidnight(form, group.lastComputation?.baseTime);
	const { moment } = form;
	const request = groups.computeRequest(group.field, moment);
	if (form.isPreview) return toItems([{ requests: [shownRequest(request)] }], itemIndex);

	const newest = async () => await groups.computing(ask, group.field, moment);
	const before = await newest();
	const isUnderWay = before?.phase === 'waiting' || before?.phase === 'running';
	if (isUnderWay) {
		addHint(
			context,
			'A computation was already running. The node waited for this computation instead of starting another.',
		);
	} else await ask(request);
	const done = await awaitTask<Computing>(context, {
		name: `The computation of '${firstWords(group.name)}' as of ${moment}`,
		// The service returns no ID for a started computation: it is the first one that differs from
		// the previous one.
		async fetchState() {
			const seen = await newest();
			return seen && (isUnderWay || seen.id !== before?.id) ? seen : NOT_SEEN;
		},
		longestMs: form.longestMs,
		advice: ADVICE,
	});
	const users = (await groups.sizeAt(ask, group.field, moment).catch(withoutNumbers)) ?? done.users;
	const time = timesOf(run, form.timeZone);
	const object = toUserGroupObject(computed(group, done, moment, users), time);
	return ownItems([detailed(object)], itemIndex);
}

function computed(
	group: UserGroup,
	{ status, startedAt, endedAt }: Computing,
	moment: string,
	users: number | undefined,
): UserGroup {
	return {
		...group,
		lastComputation: { status, baseTime: moment, startedAt, finishedAt: endedAt, users },
	};
}

async function getUserGroup(run: ItemRun): Promise<INodeExecutionData[]> {
	const detailed = readDetail(run.field, GROUP_DETAIL);
	const group = await findGroup(run);
	return ownItems([detailed(toUserGroupObject(group, timesOf(run)))], run.itemIndex);
}

async function getManyUserGroups(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, catalog, itemIndex, field } = run;
	const detailed = readDetail(field, GROUP_DETAIL);
	const groups = await (await catalog()).userGroups();
	addNote(run, missingNote(groups, 'user groups'));
	const { noSizes } = groups;
	if (noSizes && (isTool(context) || mayPass(noSizes) || !isOfRequest(noSizes))) throw noSizes;
	if (noSizes)
		addHint(
			context,
			`The list has no sizes, because the request for them failed: ${noSizes.message}`,
		);
	const time = timesOf(run);
	return ownItems(
		limited(groups, field).map((group) => detailed(toUserGroupObject(group, time))),
		itemIndex,
	);
}

async function getMembers(run: ItemRun): Promise<INodeExecutionData[]> {
	const { context, service, itemIndex, field, options } = run;
	const groups = await moduleOf(service, itemIndex, 'groups', 'Members of user groups');
	const timeZone = readTimeZone(options.timeZone, context.getTimezone());
	const form = readMembersForm(field, options, timeZone);
	const group = await findGroup(run);
	assertComputed(group);
	const properties = await propertiesOf(run, form);
	const { leftOut } = await service.usageOf(itemIndex);
	// A file doesn't name its columns: those of another export would get these names.
	if (form.taskId !== undefined && properties.length > 0 && leftOut.size > 0) {
		throw new UserError(
			"The option 'Task ID' can't be used with properties, because the export may contain properties that the credential leaves out. Remove the option, or set 'Properties' to None",
		);
	}
	const query = { field: group.field, computedOn: form.computedOn, properties };
	if (form.isPreview) return await preview(run, groups, query);
	const { file, taskId } = await exported(run, groups, query, form);
	const lines = linesFrom(service, itemIndex, groups.file(file));
	const members = groups.readMembers(textsOf(lines), properties);
	const requested = { form, group, properties, taskId, timeZone };
	return await toOutput(run, members, requested).catch((error: unknown) => {
		throw withAdvice(error, adviceOn(taskId));
	});
}

/** The requested format of members, and what is known about them. */
interface MemberExport {
	form: MembersForm;
	group: UserGroup;
	properties: readonly MemberProperty[];
	taskId: string;
	timeZone: string;
}

/** Returns the properties with their kinds, which the file lacks; unknown ones stay texts. */
async function propertiesOf(
	{ catalog }: ItemRun,
	{ properties: requested }: MembersForm,
): Promise<MemberProperty[]> {
	if (requested === 'none') return [];
	const known = await (await catalog()).userProperties();
	if (requested === 'all') return known.filter(({ name }) => name !== 'id');
	const byName = new Map(known.map((one) => [one.name, one]));
	return requested.map((name) => byName.get(name) ?? { name });
}

async function preview(
	run: ItemRun,
	groups: NonNullable<Wire['groups']>,
	query: MembersQuery,
): Promise<INodeExecutionData[]> {
	const { request } = await exportOf(run, groups, query);
	return toItems([{ requests: [shownRequest(request)] }], run.itemIndex);
}

/** If the account may not look up the project, a service that requires its ID refuses the export. */
async function exportOf(
	{ ask, connection }: ItemRun,
	groups: NonNullable<Wire['groups']>,
	query: MembersQuery,
): Promise<{ request: ServiceRequest; noProject?: Error }> {
	const { project } = await connection();
	let noProject: Error | undefined;
	const id = await groups.projectId(ask, project).catch((error: Error) => {
		if (mayPass(error) || !isOfRequest(error)) throw error;
		noProject = error;
		return undefined;
	});
	return { request: groups.exportRequest(query, id), noProject };
}

/** Returns the file of an export: a new one, or one that was started before. */
async function exported(
	run: ItemRun,
	groups: NonNullable<Wire['groups']>,
	query: MembersQuery,
	form: MembersForm,
): Promise<{ file: string; taskId: string }> {
	const { ask } = run;
	const start = async () => {
		const { request, noProject } = await exportOf(run, groups, query);
		const answer = await ask(request).catch((error: unknown) => {
			throw noProject
				? withAdvice(
						error,
						`The request for the ID of the project failed, too: ${noProject.message}.`,
					)
				: error;
		});
		return groups.readExport(answer);
	};
	const taskId = form.taskId ?? (await start());
	const { file = '' } = await awaitTask(run.context, {
		name: `Export ${taskId}`,
		fetchState: async () => await groups.exportState(ask, taskId),
		longestMs: form.longestMs,
		advice: adviceOn(taskId),
	});
	return { file, taskId };
}

function adviceOn(taskId: string): string {
	return `Run this again later with the option 'Task ID' set to ${taskId}. The node then fetches the members of this export instead of starting another.`;
}

function daysIn(properties: readonly MemberProperty[]): Set<number> {
	return new Set(properties.flatMap(({ isDay }, index) => (isDay === true ? [index] : [])));
}

async function* textsOf(lines: AsyncIterable<{ text: string }>): AsyncGenerator<string> {
	for await (const { text } of lines) yield text;
}

async function toOutput(
	run: ItemRun,
	members: AsyncIterable<GroupMember>,
	requested: MemberExport,
): Promise<INodeExecutionData[]> {
	const { form, properties, timeZone } = requested;
	const keys = memberKeys(properties.map(({ name }) => name));
	const days = daysIn(properties);
	const { leftOut } = await run.service.usageOf(run.itemIndex);
	const csv = new MembersCsv(keys, timeZone, days, !isLeftOut(keys[0] as string, leftOut));
	const objects: IDataObject[] = [];
	const assertFits = memberCounter();
	let count = 0;
	for await (const member of members) {
		count++;
		if (form.isFile) csv.add(member);
		else {
			assertFits(member);
			objects.push(toMemberObject(member, keys, timeZone, days));
		}
		if (count === form.limit) break;
	}
	if (form.taskId === undefined)
		addHint(
			run.context,
			`Sensors Analytics keeps export ${requested.taskId} for two days. To get the file again without another export, enter this ID in the option 'Task ID'.`,
		);
	addNote(run, exportNote(count, requested));
	if (!form.isFile) return toItems(objects, run.itemIndex);
	const known = { rows: count, losesIds: csv.losesIds };
	return fileItem(run, await storeCsv(run, csv.end(), form.file, known), form.file);
}

export const userGroupRuns: OperationRuns = {
	computeUserGroup,
	getUserGroup,
	getManyUserGroups,
	getMembers,
};
