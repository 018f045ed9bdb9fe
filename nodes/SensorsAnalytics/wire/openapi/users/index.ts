/** Lists of users (docs/service.md, "Users"). */
import type { UsersWire } from '../../wire';
import { readEvents, readUsers } from './answers';
import { behavior, list } from './requests';
import { ofReport } from './slices';

/** Of each page (docs/service.md, "Users"). */
const LARGEST_PAGE = 100;

export const users: UsersWire = {
	largestPage: LARGEST_PAGE,
	list,
	ofReport,
	readUsers,
	behavior,
	readEvents,
};
