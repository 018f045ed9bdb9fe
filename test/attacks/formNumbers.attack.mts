/** Numbers of the form that no one means: they fill the memory, or go beyond timers and dates. */
import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { SensorsAnalyticsTrigger } from '../../nodes/SensorsAnalyticsTrigger/SensorsAnalyticsTrigger.node.ts';
import { CREDENTIALS, FORMS } from '../support/operationDocs.mts';
import { type Mode, TestWorld } from '../support/world.mts';
import { type Attack, heldUnless } from './attack.mts';
import { watched } from './support/blocks.mts';
import { isOf, OPERATIONS, REQUIRED, shown } from './support/fields.mts';
import { HostileServer } from './support/hostileServer.mts';

/** A number in the form, and its place. */
interface NumberField {
	field: INodeProperties;
	/** The collection that it is an entry of. */
	within?: INodeProperties;
	/** All that must be chosen for it to be shown. */
	shownBy: IDataObject;
}

/** What a number is compared with, and what nothing is made of, may be any. */
const OF_THE_DATA = ['threshold', 'percent'];
const BEYOND = [9e15, 1e300];

function numbersIn(
	fields: readonly INodeProperties[],
	resource: string,
	operation: string,
): NumberField[] {
	return fields.flatMap((field): NumberField[] => {
		if (!isOf(field, resource, operation)) return [];
		const { own, top } = shown(field);
		const shownBy = { ...own, ...top };
		if (field.type === 'number') return [{ field, shownBy }];
		if (field.type !== 'collection') return [];
		const entries = (field.options ?? []) as INodeProperties[];
		return numbersIn(entries, resource, operation).map((inner) => ({
			...inner,
			within: field,
			shownBy: { ...shownBy, ...inner.shownBy },
		}));
	});
}

/** Nobody may find a field whose editor takes any number. */
function unboundedIn(fields: readonly INodeProperties[]): string[] {
	return fields.flatMap((field): string[] => {
		const inner = (field.options ?? []) as Array<INodeProperties | INodePropertyCollection>;
		const deeper = inner.flatMap((one) =>
			'values' in one ? unboundedIn(one.values) : 'type' in one ? unboundedIn([one]) : [],
		);
		const isOpen =
			field.type === 'number' &&
			!OF_THE_DATA.includes(field.name) &&
			typeof field.typeOptions?.maxValue !== 'number';
		return [...(isOpen ? [field.displayName] : []), ...deeper];
	});
}

function attackOn(resource: string, operation: string): Attack {
	return {
		name: `numbers of ${operation}`,
		seconds: 120,
		megabytes: 500,
		async run() {
			const t = await TestWorld.start();
			try {
				t.world.openapi.tasks.looks = 0;
				const { properties } = t.engine.nodeType.description;
				const got: Array<string | false> = [];
				const credential = (CREDENTIALS[operation] ?? 'secret') as Mode;
				const known = new Set<string>();
				for (const { field, within, shownBy } of numbersIn(properties, resource, operation)) {
					// Several ways to give a query have the same fields.
					const path = `${within?.name} ${field.name}`;
					if (known.has(path)) continue;
					known.add(path);
					for (const number of BEYOND) {
						const value = { [field.name]: number };
						const own = within ? { [within.name]: value } : value;
						const form = { ...REQUIRED, ...FORMS[operation], ...shownBy, ...own };
						const run = async () => await t.operation(resource, operation, form, { credential });
						const { error } = await watched(run);
						const words = error?.message ?? 'nothing';
						got.push(
							!words.includes(field.displayName.replace(/ \(.*$/, '')) &&
								`${field.displayName} ${number}: ${words.slice(0, 120)}`,
						);
					}
				}
				return heldUnless(...got);
			} finally {
				await t.stop();
			}
		},
	};
}

export const attacks: Attack[] = [
	{
		name: 'a number of the form has no bound',
		async run() {
			const hostile = await HostileServer.start((_request, response) => response.end('{}'));
			hostile.stop();
			const trigger = new SensorsAnalyticsTrigger().description.properties;
			const open = [
				...unboundedIn(hostile.engine.nodeType.description.properties),
				...unboundedIn(trigger),
			];
			return heldUnless(...new Set(open));
		},
	},
	...OPERATIONS.map(([resource, operation]) => attackOn(resource, operation)),
];
