import type { INode } from 'n8n-workflow';

import { withoutNames } from '../../../credentials/http/refusal';

const SAYS_TOO_MUCH =
	/\btoo (big|large|much|many)\b|\b(exceed|exceeds|exceeded|exceeding)\b|\bout of memory\b|\b(over|beyond|above|reached) (the|its|a) (limit|maximum)\b|\b(limit|maximum) (is|of) \d|过大|过多|太大|太多|超出|超过|上限/i;
const SQL = 'sqlQuery';

/** What to do about a refusal of the service, by what it said, and what it was asked. */
export function adviceOn(said: string, { parameters }: INode, project: string): string {
	const isSql = parameters?.resource === SQL;
	if (SAYS_TOO_MUCH.test(withoutNames(said))) {
		return isSql
			? "Ask for less: select fewer columns or rows in 'SQL', for example one day after the other."
			: 'Ask for less: fewer groups, a longer unit or a shorter range.';
	}
	return isSql
		? `Check 'SQL': tables, columns and functions must be spelled as project '${project}' has them.`
		: `Check event names, fields and dates: they must be spelled as in project '${project}'.`;
}
