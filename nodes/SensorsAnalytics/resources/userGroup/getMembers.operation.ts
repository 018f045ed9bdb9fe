import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { readTimeZone } from '../../form/range';
import {
	memberFields,
	memberOptionFields,
	type MembersForm,
	readMembersForm,
} from '../../form/userGroups/members';
import { partOf } from '../../lists/partOf';
import { addHint } from '../../output/hints';
import { toItems } from '../../output/items';
import { memberKeys, MembersCsv, toMemberObject } from '../../output/memberObjects';
import { toItemJson } from '../../output/raw';
import type { UserGroup } from '../../query/catalog';
import type { Member, MemberProperty, MembersQuery } from '../../query/members';
import { linesFrom } from '../../transport/longAnswers';
import { cancelSignalOf } from '../../transport/context';
import type { GroupsWire } from '../../wire/groupsWire';
import { awaitTask, withAdvice } from '../awaitTask';
import { fileItem, storeCsv } from '../csvFile';
import type { ItemRun, Operation } from '../operation';
import { findGroup } from './findGroup';
import { assertComputed, memberCounter, notesOn } from './memberNotes';

/** The users in a group, by an export (docs/service.md, "User lists as files"). */
export const getMembers: Operation = {
	option: {
		name: 'Get Members',
		value: 'getMembers',
		action: 'Get the members of a user group',
		description:
			'List the users in a group, as items or a CSV file, by an export that is waited for. Needs an API key.',
	},
	fields: memberFields,
	options: memberOptionFields,
	async execute(run) {
		const { context, service, itemIndex, field, options } = run;
		const groups = await partOf(service, itemIndex, 'groups', 'Members of user groups');
		const timeZone = readTimeZone(options.timeZone, context.getTimezone());
		const form = readMembersForm(field, options, timeZone);
		const group = await findGroup(run);
		assertComputed(group);
		const properties = await propertiesOf(run, form);
		const query = { field: group.field, computedOn: form.computedOn, properties };
		if (form.isPreview) return await preview(run, groups, query);
		const { file, taskId } = await exported(run, groups, query, form);
		const lines = linesFrom(service, itemIndex, groups.file(file));
		const members = groups.readMembers(textsOf(lines), properties);
		const wanted = { form, group, properties, taskId, timeZone };
		return await toOutput(run, members, wanted).catch((error: unknown) => {
			throw withAdvice(error, adviceOn(taskId));
		});
	},
};

/** How members are wanted, and what is known of them. */
interface Wanted {
	form: MembersForm;
	group: UserGroup;
	properties: readonly MemberProperty[];
	taskId: string;
	/** In which dates are told. */
	timeZone: string;
}

/** With their kinds, which the file does not tell; what the project does not list stays text. */
async function propertiesOf(
	{ catalog }: ItemRun,
	{ properties: wanted }: MembersForm,
): Promise<MemberProperty[]> {
	if (wanted === 'none') return [];
	const known = await (await catalog()).userProperties();
	if (wanted === 'all') return known.filter(({ name }) => name !== 'id');
	return wanted.map((name) => known.find((one) => one.name === name) ?? { name });
}

async function preview(
	run: ItemRun,
	groups: GroupsWire,
	query: MembersQuery,
): Promise<INodeExecutionData[]> {
	const { project } = await run.connection();
	const { path, body } = await groups.exportRequest(run.ask, query, project);
	return toItems([{ requests: [{ method: 'POST', path, body: toItemJson(body) }] }], run.itemIndex);
}

/** The file of an export: a new one, or the one that was started before. */
async function exported(
	run: ItemRun,
	groups: GroupsWire,
	query: MembersQuery,
	form: MembersForm,
): Promise<{ file: string; taskId: string }> {
	const { context, ask } = run;
	const start = async () => {
		const { project } = await run.connection();
		return groups.readExport(await ask(await groups.exportRequest(ask, query, project)));
	};
	const taskId = form.taskId ?? (await start());
	const { file = '' } = await awaitTask({
		name: `Export ${taskId}`,
		look: async () => await groups.exportState(ask, taskId),
		longestMs: form.longestMs,
		advice: adviceOn(taskId),
		tell: (words) => context.sendMessageToUI(words),
		cancelled: cancelSignalOf(context),
	});
	return { file, taskId };
}

function adviceOn(taskId: string): string {
	return `Run this again later with the option 'Task ID' set to ${taskId}: the members are fetched then, and no second export is started.`;
}

/** Which values are dates without a time. */
function daysIn(properties: readonly MemberProperty[]): Set<number> {
	return new Set(properties.flatMap(({ isDay }, index) => (isDay === true ? [index] : [])));
}

async function* textsOf(lines: AsyncIterable<{ text: string }>): AsyncGenerator<string> {
	for await (const { text } of lines) yield text;
}

async function toOutput(
	run: ItemRun,
	members: AsyncIterable<Member>,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	const { form, properties, timeZone } = wanted;
	const keys = memberKeys(properties.map(({ name }) => name));
	const days = daysIn(properties);
	const csv = new MembersCsv(keys, timeZone, days);
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
	for (const note of notesOn(count, wanted)) addHint(run.context, note);
	if (!form.isFile) return toItems(objects, run.itemIndex);
	const known = { rows: count, losesIds: csv.losesIds };
	return fileItem(run, await storeCsv(run, csv.end(), form.file, known), form.file);
}
