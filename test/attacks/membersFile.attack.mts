/** A list of members, or of rows, whose few bytes become gigabytes where they are split. */
import { gzipSync } from 'node:zlib';

import type { IDataObject } from 'n8n-workflow';

import { type Attack, heldUnless } from './attack.mts';
import { HostileServer } from './support/hostileServer.mts';

const envelope = (data: unknown) => JSON.stringify({ code: 'SUCCESS', request_id: 'r', data });
const GROUP = 'user_segment_vip';
const LISTS: Array<[part: string, body: string]> = [
	['definition/list', envelope({ segment_definitions: [{ name: GROUP }] })],
	[
		'latest-item/get',
		envelope({ lasted_segment_item_map: { [GROUP]: { base_time: '', count: 3 } } }),
	],
	['project/get', envelope({ project: { id: 1 } })],
	['task/create', envelope({ task_id: 7 })],
	[
		'get-status',
		envelope({ status: 'SUCCESS', success_result: { file_result: { file_token: 'x' } } }),
	],
	[
		'user-properties',
		envelope({
			user_properties: [
				{ name: 'tags', data_type: 'LIST' },
				{ name: 'city', data_type: 'STRING' },
			],
		}),
	],
];
const MEMBERS = {
	resource: 'userGroup',
	operation: 'getMembers',
	userGroup: GROUP,
	userProperties: 'chosen',
	chosenProperties: { property: [{ field: 'tags' }] },
};
const [COLUMN, ELEMENT] = ['\u0001', '\u0003'];
const MEGABYTE = 1e6;

interface Plan extends Omit<Attack, 'run'> {
	form: IDataObject;
	/** The file, or the rows. */
	body: () => string;
	credential?: string;
	says?: RegExp;
	check?: (items: number, binary: string | undefined) => string | false;
}

function attack({ form, body, credential = 'key', says, check, ...rest }: Plan): Attack {
	return {
		megabytes: 450,
		seconds: 60,
		isAlone: true,
		...rest,
		async run() {
			const packed = gzipSync(body());
			const hostile = await HostileServer.start(({ url = '' }, response) => {
				const [, list] = LISTS.find(([part]) => url.includes(part)) ?? [];
				if (list !== undefined) return response.end(list);
				response.setHeader('content-encoding', 'gzip');
				return response.end(packed);
			});
			try {
				const { error, items } = await hostile.run(form, credential);
				const words = error ? `${error.message} ${error.description ?? ''}` : '';
				return heldUnless(
					says !== undefined && !says.test(words) && `the node said: ${words.slice(0, 300)}`,
					says === undefined && error !== undefined && `the node said: ${words.slice(0, 300)}`,
					check?.(items.length, items[0]?.binary?.data?.fileName) ?? false,
				);
			} finally {
				hostile.stop();
			}
		},
	};
}

const TOO_MUCH = /is too large for n8n items/;
const line = (id: number, cell: string) => `${id}${COLUMN}${cell}\n`;

function lines(count: number, cell: string): string {
	return Array.from({ length: count }, (_, id) => line(id + 1, cell)).join('');
}

export const attacks: Attack[] = [
	attack({
		name: 'three lists of 7 million elements',
		form: { ...MEMBERS, output: 'items' },
		body: () => lines(3, ELEMENT.repeat(7 * MEGABYTE)),
		says: TOO_MUCH,
	}),
	attack({
		name: 'the same in a file',
		form: { ...MEMBERS, output: 'file' },
		body: () => lines(3, ELEMENT.repeat(7 * MEGABYTE)),
		says: TOO_MUCH,
	}),
	attack({
		name: 'a text with 7 million elements',
		form: { ...MEMBERS, chosenProperties: { property: [{ field: 'city' }] }, output: 'items' },
		body: () => lines(3, `a${ELEMENT.repeat(7 * MEGABYTE)}`),
		says: TOO_MUCH,
	}),
	attack({
		name: '200,000 lists of 100 elements',
		form: { ...MEMBERS, output: 'items' },
		body: () => lines(200_000, ELEMENT.repeat(100)),
		says: TOO_MUCH,
	}),
	attack({
		name: 'a line of 8 million columns',
		form: { ...MEMBERS, output: 'items' },
		body: () => `1${COLUMN.repeat(8 * MEGABYTE)}\n`,
		says: /columns instead of the requested 2/,
	}),
	attack({
		name: 'texts of 200 MB in 100 members',
		form: { ...MEMBERS, chosenProperties: { property: [{ field: 'city' }] }, output: 'items' },
		body: () => lines(100, 'x'.repeat(2 * MEGABYTE)),
		says: TOO_MUCH,
		megabytes: 700,
	}),
	attack({
		name: 'a file of CSV with 8 million empty cells in a line, IDs as text',
		form: {
			resource: 'sqlQuery',
			operation: 'runSqlQuery',
			sql: 'SELECT 1',
			output: 'file',
			options: { idsAsText: true, defuseFormulas: true },
		},
		credential: 'secret',
		body: () => `a\n${','.repeat(8 * MEGABYTE)}\n`,
	}),
	attack({
		name: 'a file of CSV with 4 million quoted cells, formulas defused',
		form: {
			resource: 'sqlQuery',
			operation: 'runSqlQuery',
			sql: 'SELECT 1',
			output: 'file',
			options: { defuseFormulas: true },
		},
		credential: 'secret',
		body: () => `a\n${'"",'.repeat(4 * MEGABYTE)}\n`,
	}),
	...[
		'../../etc/x.csv',
		'/etc/passwd',
		'..\\..\\x.csv',
		'a\u0000.csv',
		'x\r\nContent-Type: y.csv',
		'x\u202evsc.exe',
	].map((fileName) =>
		attack({
			name: `a file called ${JSON.stringify(fileName)} is a path`,
			form: { ...MEMBERS, output: 'file', fileName },
			body: () => lines(3, 'a'),
			check: (_items, name) =>
				(name === undefined || /[/\\\p{Cc}\p{Bidi_Control}]/u.test(name)) && `it is called ${name}`,
		}),
	),
];
