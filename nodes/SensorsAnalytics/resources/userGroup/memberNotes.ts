import { UserError } from 'n8n-workflow';

import { firstWords } from '../../../../credentials/http/redact';
import type { MembersForm } from '../../form/userGroups/members';
import type { Member, MemberValue } from '../../query/members';
import type { UserGroup } from '../../query/catalog';
import { doesNotFit, MAX_VALUES, MORE_VALUES } from '../fits';

/** @throws UserError for a group that has no members yet */
export function assertComputed({ name, lastComputation }: UserGroup): void {
	if (lastComputation !== undefined) return;
	throw new UserError(
		`The 'User Group' '${firstWords(name)}' has never been computed, so it has no members. Compute it by the operation Compute first`,
	);
}

/** Characters of all members together: as many as one answer that is held may have. */
const MOST_CHARACTERS = 128 * 1024 * 1024;

/**
 * What counts members as they come, with every value, every element of their lists and every
 * character.
 * @returns throws OperationalError, as soon as they fit into memory no more
 */
export function memberCounter(): (member: Member) => void {
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

/**
 * What a reader of the members has to know. Numbers alone, nothing of a user.
 * @param count members that came
 */
export function notesOn(
	count: number,
	{ form, group, taskId }: { form: MembersForm; group: UserGroup; taskId: string },
): string[] {
	const kept = `Export ${taskId} stays in Sensors Analytics for two days: the option 'Task ID' fetches it again, without a second export.`;
	const counted = group.lastComputation?.users;
	const isNewest = form.computedOn === undefined && form.taskId === undefined;
	const isWhole = form.limit === undefined || count < form.limit;
	if (!isNewest || !isWhole || counted === undefined || counted === count) return [kept];
	return [
		kept,
		`${count} members came of ${counted} that the newest computation counted: the account of the credential may not see all of them, or the group was computed meanwhile.`,
	];
}
