import type { Resource } from '../operation';
import { getManyEvents } from './getMany.operation';

export const event: Resource = {
	option: { name: 'Event', value: 'event' },
	operations: [getManyEvents],
};
