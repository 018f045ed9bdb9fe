import type { IDataObject } from 'n8n-workflow';

const MOST = 100;
const shapes = new Map<string, IDataObject>();

/**
 * An object with these keys, in this order, all null: to be copied, never changed. Copies share
 * its shape, which is several times quicker than adding keys. The last ones are kept, as the
 * engine forgets what it has learnt about a shape when the last object of it is gone: a daily
 * report would start anew every day.
 */
export function shapeOf(keys: readonly string[]): Readonly<IDataObject> {
	const name = JSON.stringify(keys);
	let shape = shapes.get(name);
	if (shape) {
		// Behind all others: the one that was used longest ago goes first.
		shapes.delete(name);
	} else {
		shape = {};
		for (const key of keys) shape[key] = null;
	}
	shapes.set(name, shape);
	if (shapes.size > MOST) shapes.delete(shapes.keys().next().value as string);
	return shape;
}
