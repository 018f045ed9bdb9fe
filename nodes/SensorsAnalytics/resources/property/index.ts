import type { Resource } from '../operation';
import { getManyProperties } from './getMany.operation';
import { getValues } from './getValues.operation';

export const property: Resource = {
	option: { name: 'Property', value: 'property' },
	operations: [getManyProperties, getValues],
};
