/** Lists of users (docs/service.md, "Users"). */
import type { UsersWire } from '../../wire';
import { readEvents, readUsers } from './answers';
import { behavior, list } from './requests';

/** Of each page (docs/service.md, "Users"). */
const LARGEST_PAGE = 100;

export const users: UsersWire = {
	largestPage: LARGEST_PAGE,
	list,
	readUsers,
	behavior,
	readEvents,
};
