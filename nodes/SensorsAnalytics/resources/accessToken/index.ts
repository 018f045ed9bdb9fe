import type { Resource } from '../operation';
import { issueForUser } from './issueForUser.operation';
import { logIn } from './logIn.operation';

export const accessToken: Resource = {
	option: { name: 'Access Token', value: 'accessToken' },
	operations: [issueForUser, logIn],
};
