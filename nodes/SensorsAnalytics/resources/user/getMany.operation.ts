import { readUserFilter, readWanted, userListFields, userOptionFields } from '../../form/users';
import type { Operation } from '../operation';
import { listUsers } from './listUsers';
import { usersOf } from './usersOf';

/** Users with certain properties, as they are now (docs/service.md, "Users"). */
export const getManyUsers: Operation = {
	option: {
		name: 'Get Many',
		value: 'getManyUsers',
		action: 'Get many users',
		description: 'List the users with certain properties, or in a user group. Needs an API key.',
	},
	fields: userListFields,
	options: userOptionFields,
	async execute(run) {
		const { field, options } = run;
		const wanted = readWanted(field, options);
		const filter = readUserFilter(field);
		const users = await usersOf(run);
		return await listUsers(run, users, users.list({ filter }, wanted), wanted);
	},
};
