import { firstWords } from '../../../../credentials/http/redact';
import {
	assertSameMidnight,
	computeFields,
	computeOptionFields,
	readComputeForm,
} from '../../form/userGroups/compute';
import { partOf } from '../../lists/partOf';
import { toUserGroupObject } from '../../output/catalogObjects';
import { addHint } from '../../output/hints';
import { toItems } from '../../output/items';
import { toItemJson } from '../../output/raw';
import type { UserGroup } from '../../query/catalog';
import type { Computing } from '../../query/members';
import { cancelSignalOf } from '../../transport/context';
import { awaitTask } from '../awaitTask';
import type { Operation } from '../operation';
import { timesOf } from '../timesOf';
import { findGroup } from './findGroup';

const ADVICE =
	'User Group → Get tells when it is done. If it is still under way when this is run again, it is waited for, and no second one is started.';
const NOT_SEEN = { phase: 'waiting', status: 'not seen yet', id: '' } as const;

/** A group computed anew (docs/service.md, "Computing a user group"). */
export const computeGroup: Operation = {
	option: {
		name: 'Compute',
		value: 'computeUserGroup',
		action: 'Compute a user group',
		description:
			'Compute a group anew, which changes it in Sensors Analytics, and return its size. Needs an API key.',
	},
	fields: computeFields,
	options: computeOptionFields,
	async execute(run) {
		const { context, service, itemIndex, options, ask } = run;
		const groups = await partOf(service, itemIndex, 'groups', 'Computations of user groups');
		const form = readComputeForm(options, context.getTimezone(), new Date());
		const group = await findGroup(run);
		assertSameMidnight(form, group.lastComputation?.baseTime);
		const { moment } = form;
		const request = groups.computeRequest(group.field, moment);
		if (form.isPreview) {
			const body = toItemJson(request.body);
			return toItems([{ requests: [{ method: 'POST', path: request.path, body }] }], itemIndex);
		}

		const newest = async () => await groups.computing(ask, group.field, moment);
		const before = await newest();
		const isUnderWay = before?.phase === 'waiting' || before?.phase === 'running';
		if (isUnderWay) {
			addHint(
				context,
				'A computation was under way: it was waited for, no second one was started.',
			);
		} else await ask(request);
		const done = await awaitTask<Computing>({
			name: `The computation of '${firstWords(group.name)}' as of ${moment}`,
			// The service tells no ID: another one than before is the one that was started.
			async look() {
				const seen = await newest();
				return seen && (isUnderWay || seen.id !== before?.id) ? seen : NOT_SEEN;
			},
			longestMs: form.longestMs,
			advice: ADVICE,
			tell: (words) => context.sendMessageToUI(words),
			cancelled: cancelSignalOf(context),
		});
		const users = (await groups.sizeAt(ask, group.field, moment)) ?? done.users;
		const time = timesOf(run, form.timeZone);
		return toItems([toUserGroupObject(computed(group, done, moment, users), time)], itemIndex);
	},
};

/** The group with its new computation. */
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
