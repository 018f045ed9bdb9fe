import type { Resource } from '../item';
import { accessToken } from './accessToken';
import { event, property } from './catalog';
import { dataset } from './dataset';
import { report } from './report';
import { dashboard, savedReport } from './savedReport';
import { sqlQuery } from './sql';
import { user } from './user';
import { userGroup } from './userGroup';

/** Resources in the order of the list, the most used first. */
export const resources: readonly Resource[] = [
	report,
	savedReport,
	dashboard,
	sqlQuery,
	event,
	property,
	dataset,
	user,
	userGroup,
	accessToken,
];
