/** Values of the form that an expression fills with megabytes: an error must not repeat them. */
import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { readConnection } from '../../credentials/ways/index.ts';
import { SensorsAnalyticsApi } from '../../credentials/SensorsAnalyticsApi.credentials.ts';
import { SensorsAnalytics } from '../../nodes/SensorsAnalytics/SensorsAnalytics.node.ts';
import { SensorsAnalyticsTrigger } from '../../nodes/SensorsAnalyticsTrigger/SensorsAnalyticsTrigger.node.ts';
import { CREDENTIALS, FORMS } from '../support/operationDocs.mts';
import { type Mode, TestWorld } from '../support/world.mts';
import { type Attack, heldUnless } from './attack.mts';
import { isOf, OPERATIONS, REQUIRED, shown } from './support/fields.mts';

/** Far more than any error needs. */
const MOST_CHARACTERS = 1500;
const LONG = 3000;
const VALUES = [
	'z'.repeat(LONG),
	`2026-11-01T${'0'.repeat(LONG)}`,
	`{"${'k'.repeat(LONG)}":1}`,
	`event.PayOrder.${'p'.repeat(LONG)}`,
];

/** A field, or one within a collection. */
interface Leaf {
	path: string;
	/** Returns the form with this value, apart from what the whole form needs. */
	within(value: unknown): IDataObject;
	top: IDataObject;
}

type Shown = (field: INodeProperties) => boolean;

function leavesOf(
	fields: readonly INodeProperties[],
	isShown: Shown,
	filled: IDataObject = {},
): Leaf[] {
	return fields.filter(isShown).flatMap((field): Leaf[] => {
		const { own, top } = shown(field);
		const put = (value: unknown) => ({ ...own, [field.name]: value as IDataObject });
		const below = (fieldsBelow: readonly INodeProperties[], row: IDataObject, wrap: Wrap) =>
			leavesOf(fieldsBelow, isShown, row).map((leaf) => ({
				path: `${field.displayName}, ${leaf.path}`,
				within: (value: unknown) => put(wrap({ ...row, ...leaf.within(value) })),
				top: { ...top, ...leaf.top },
			}));
		switch (field.type) {
			case 'notice':
			case 'button':
				return [];
			case 'collection':
				return below(field.options as INodeProperties[], {}, (row) => row);
			case 'fixedCollection': {
				const known = (filled[field.name] ?? {}) as { [name: string]: IDataObject[] | undefined };
				return (field.options as INodePropertyCollection[]).flatMap(({ name, values }) =>
					below(values, known[name]?.[0] ?? {}, (row) => ({
						[name]: field.typeOptions?.multipleValues ? [row] : row,
					})),
				);
			}
			default: {
				const isPicked = field.type === 'resourceLocator';
				const written = (value: unknown) =>
					isPicked ? { __rl: true, mode: 'name', value } : value;
				return [{ path: field.displayName, within: (value) => put(written(value)), top }];
			}
		}
	});
}

type Wrap = (row: IDataObject) => IDataObject;

/** Words of what the work throws, or returns as an error. */
async function wordsOf(work: () => Promise<unknown>): Promise<string> {
	type Said = { message?: string; description?: string | null } | undefined;
	const said = (await work().catch((error: unknown) => ({ error }))) as
		| { error?: Said }
		| undefined;
	return `${said?.error?.message ?? ''} ${said?.error?.description ?? ''}`;
}

async function longest(
	leaves: readonly Leaf[],
	run: (own: IDataObject) => Promise<unknown>,
): Promise<Array<string | false>> {
	const got: Array<string | false> = [];
	for (const { path, within, top } of leaves) {
		for (const value of VALUES) {
			const words = await wordsOf(async () => await run({ ...within(value), ...top }));
			const start = words.slice(0, 80);
			got.push(words.length > MOST_CHARACTERS && `${path}: ${words.length} characters, ${start}`);
		}
	}
	return got;
}

const { properties } = new SensorsAnalytics().description;
/** Fields that several operations, or several ways to give a query, have are read by the same code. */
const known = new Set(['Resource', 'Operation']);

function attackOn(resource: string, operation: string): Attack {
	const filled = { ...REQUIRED, ...FORMS[operation] };
	const leaves = leavesOf(properties, (field) => isOf(field, resource, operation), filled).filter(
		({ path }) => known.size < known.add(path).size,
	);
	return {
		name: `values of ${operation}`,
		seconds: 120,
		megabytes: 500,
		async run() {
			const t = await TestWorld.start();
			try {
				t.world.openapi.tasks.looks = 0;
				const credential = (CREDENTIALS[operation] ?? 'secret') as Mode;
				const run = async (own: IDataObject) =>
					await t.operation(resource, operation, { ...filled, ...own }, { credential });
				return heldUnless(...(await longest(leaves, run)));
			} finally {
				await t.stop();
			}
		},
	};
}

const WATCHED: IDataObject = {
	triggerOn: 'periodComplete',
	measures: { measure: [{ eventName: 'PayOrder', aggregator: 'general' }] },
};

export const attacks: Attack[] = [
	...OPERATIONS.map(([resource, operation]) => attackOn(resource, operation)),
	{
		name: 'values of the trigger',
		seconds: 300,
		megabytes: 500,
		async run() {
			const t = await TestWorld.start();
			try {
				const { description } = new SensorsAnalyticsTrigger();
				const leaves = leavesOf(description.properties, () => true, WATCHED);
				const run = async (own: IDataObject) =>
					await t.engine.poll(
						t.engine.pollContext({ ...WATCHED, ...own } as never, {}, { mode: 'manual' }),
					);
				return heldUnless(...(await longest(leaves, run)));
			} finally {
				await t.stop();
			}
		},
	},
	...['apiSecret', 'userToken', 'accountPassword', 'apiKey'].map(
		(authentication): Attack => ({
			name: `values of a credential with ${authentication}`,
			async run() {
				const filled = {
					authentication,
					baseUrl: 'https://sa.example',
					project: 'production',
					apiSecret: 'a-secret',
					apiKey: '#K-a-key',
					userName: 'analyst',
					accountName: 'analyst',
					password: 'a password',
				};
				const leaves = leavesOf(
					new SensorsAnalyticsApi().properties,
					({ type }) => type !== 'hidden',
				);
				const run = async (own: IDataObject) =>
					await Promise.resolve(readConnection({ ...filled, ...own, authentication }));
				return heldUnless(...(await longest(leaves, run)));
			},
		}),
	),
];
