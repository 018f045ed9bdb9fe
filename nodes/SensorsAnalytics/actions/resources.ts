import type { Resource } from '../item';
import { accessToken } from './accessToken';
import { event, property } from './catalog';
import { dataset } from './dataset';
import { report } from './report';
import { dashboard, savedReport } from './savedReport';
import { sqlQuery } from './sql';
import { user } from './user';
import { userGroup } from './userGroup';

/** In the order of the list: what people come for first. */
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
