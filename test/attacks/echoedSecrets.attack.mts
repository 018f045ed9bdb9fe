/** What a server says is repeated with the secret in it: in errors, items, records, the log. */
import { inspect } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { type Attack, heldUnless } from './attack.mts';
import { HostileServer, type Reaction } from './support/hostileServer.mts';

const { secret, password, key } = HostileServer;

/** Spellings of a secret that a server may write. */
const SPELLINGS: Record<string, (text: string) => string> = {
	plain: (text) => text,
	percent: encodeURIComponent,
	'percent in lower case': (text) =>
		encodeURIComponent(text).replace(/%../g, (escaped) => escaped.toLowerCase()),
	'percent, every letter': (text) =>
		[...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join(''),
	form: (text) => new URLSearchParams({ '': text }).toString().slice(1),
	HTML: (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;'),
	'HTML by numbers': (text) => [...text].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
	JSON: (text) => JSON.stringify(text).slice(1, -1),
	base64: (text) => Buffer.from(text).toString('base64'),
	'base64 behind a letter': (text) => Buffer.from(`x${text}y`).toString('base64'),
	'base64 of an address': (text) => Buffer.from(`?token=${text}&x`).toString('base64url'),
};

const inBase64 = (text: string) => Buffer.from(text).toString('base64');

const SPELLED: typeof MANGLED = Object.fromEntries(
	Object.entries(SPELLINGS).map(([how, spell]) => [how, (text) => [spell(text), spell(text)]]),
);
/** What is no spelling of the whole secret and gives it away: how it is written, and what to look for. */
const MANGLED: Record<string, (text: string) => [spelled: string, seen: string]> = {
	'without its last letter': (text) => [text.slice(0, -1), text.slice(3, -1)],
	'its first half': (text) => [text.slice(0, text.length / 2), text.slice(3, text.length / 2)],
	'its last half': (text) => [text.slice(text.length / 2), text.slice(text.length / 2)],
	'in capitals': (text) => [text.toUpperCase(), text.toUpperCase().slice(3)],
	'in hexadecimal digits': (text) => {
		const digits = Buffer.from(text).toString('hex');
		return [digits, digits];
	},
	'in base64 twice': (text) => {
		const encoded = inBase64(inBase64(text));
		return [encoded, encoded.slice(8, 40)];
	},
	'in base64 of percents, behind a slash': (text) => {
		const encoded = inBase64([...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join(''));
		return [`a/${encoded}`, encoded.slice(8, 40)];
	},
	'in hexadecimal digits of base64': (text) => {
		const digits = Buffer.from(inBase64(text)).toString('hex');
		return [digits, digits.slice(8, 40)];
	},
	...Object.fromEntries(
		['&shy;', '&shy', '&zwnj;', '&nbsp;', '&lrm;', '&NoBreak;', '&#0000000173;', 'é', '\u0301'].map(
			(sign): [string, (typeof MANGLED)[string]] => [
				`with ${encodeURIComponent(sign)} between its letters`,
				(text) => [[...text].join(sign), [...text.slice(3, 15)].join(sign)],
			],
		),
	),
	backwards: (text) => {
		const backwards = [...text].reverse().join('');
		return [backwards, backwards.slice(0, -3)];
	},
	'with a place to break the line': (text) => [
		`${text.slice(0, 20)}<wbr>${text.slice(20)}`,
		text.slice(3, 20),
	],
	'in base64 of several lines': (text) => {
		const encoded = Buffer.from(text).toString('base64');
		return [encoded.replace(/.{16}/g, '$&\n'), encoded.slice(16, 32)];
	},
	'in HTML twice': (text) => {
		const encoded = [...text].map((letter) => `&amp;#${letter.charCodeAt(0)};`).join('');
		return [encoded, encoded.slice(30, 60)];
	},
	'percent three times': (text) => {
		const encoded = [...text].map((letter) => `%2525${letter.charCodeAt(0).toString(16)}`).join('');
		return [encoded, encoded.slice(30, 60)];
	},
};

type Echo = (spelled: string) => Reaction;

const json =
	(status: number, write: (spelled: string) => unknown, headers = {}): Echo =>
	(spelled) =>
	(_, response) =>
		void response
			.writeHead(status, { 'content-type': 'application/json', ...headers })
			.end(JSON.stringify(write(spelled)));
const plain =
	(status: number, write: (spelled: string) => string): Echo =>
	(spelled) =>
	(_, response) =>
		void response.writeHead(status).end(write(spelled));
const header =
	(status: number, write: (spelled: string) => Record<string, string>): Echo =>
	(spelled) =>
	(_, response) =>
		void response.writeHead(status, write(spelled)).end(Buffer.from([0xff, 0xfe, 0x7b]));

const SERIES = { series: ['2026-11-01 00:00:00'], rows: [{ values: [[1]] }] };

const SECRET = ['API secret', 'secret', secret] as const;
const KEY = ['API key', 'key', key] as const;

interface Place {
	echo: Echo;
	run?: (hostile: HostileServer, credential: string) => Promise<unknown>;
}

const sql = async (hostile: HostileServer, credential: string) =>
	await hostile.sql('items', credential);
const raw = async (hostile: HostileServer, credential: string) =>
	await hostile.run({ output: 'raw' }, credential);

const PLACES: Record<string, Place> = {
	'an error': { echo: json(400, (spelled) => ({ error: `no ${spelled}` })) },
	'an error page': { echo: plain(404, (spelled) => `<pre>/api?token=${spelled}</pre>`) },
	'a code': { echo: json(400, (spelled) => ({ code: spelled, message: 'no' })) },
	'a request ID': {
		echo: json(400, (spelled) => ({ code: 'X-1', message: 'no', request_id: spelled })),
	},
	'the header of a request ID': {
		echo: (spelled) => (request, response) =>
			json(400, () => ({ error: 'no' }), { 'x-request-id': oneLine(spelled) })(spelled)(
				request,
				response,
			),
	},
	'a charset': {
		echo: header(200, (spelled) => ({ 'content-type': `text/plain; charset=${oneLine(spelled)}` })),
	},
	'a packing': { echo: header(200, (spelled) => ({ 'content-encoding': oneLine(spelled) })) },
	'a redirect': {
		echo: header(302, (spelled) => ({ location: `https://x.example/${oneLine(spelled)}` })),
	},
	'the dates of a report': {
		echo: json(200, (spelled) => ({ ...SERIES, series: [spelled] })),
	},
	'a raw answer': { echo: json(200, (spelled) => ({ ...SERIES, url: spelled })), run: raw },
	'a raw answer that is no object': { echo: json(200, (spelled) => spelled), run: raw },
	'a line that is no row': { echo: plain(200, (spelled) => `no row: ${spelled}\n`), run: sql },
	'a row': { echo: json(200, (spelled) => ({ a: spelled })), run: sql },
	'the name of a column': { echo: json(200, (spelled) => ({ [spelled]: 1 })), run: sql },
	'a refusal behind rows': {
		echo: plain(200, (spelled) => `{"a":1}\n${JSON.stringify({ error: spelled })}\n`),
		run: sql,
	},
};

const envelope = (column: unknown, cell: unknown, more: object = {}) => ({
	code: 'SUCCESS',
	request_id: 'r',
	data: { columns: [column], data: [cell] },
	...more,
});

/** With a key of the OpenAPI. */
const KEY_PLACES: Record<string, Place> = {
	'an error': {
		echo: json(401, (spelled) => ({ error: `no ${spelled}`, error_type: 'UNAUTHORIZED' })),
		run: sql,
	},
	'the reason of a service exception': {
		echo: json(200, (spelled) => ({
			code: 'COMMON-R-131-1',
			request_id: spelled,
			error_info: { context: { origin_cause: spelled } },
		})),
		run: sql,
	},
	'the reason why a task failed': {
		echo: (spelled) => (request, response) => {
			const isState = request.url?.includes('sync_task_detail') === true;
			const failed = { sync_task_id: 1, sync_status: 'FAILED', failed_reason: `no ${spelled}` };
			const data = isState ? failed : { sync_task_id: 1 };
			json(200, () => ({ code: 'SUCCESS', request_id: 'r', data }))('')(request, response);
		},
		run: async (hostile, credential) => {
			const dataset = { __rl: true, mode: 'id', value: '1' };
			const form = { resource: 'dataset', operation: 'refreshDataset', dataset };
			return await hostile.run(form, credential);
		},
	},
	'a module that is not there': {
		echo: plain(404, (spelled) => `<pre>${spelled}</pre>`),
		run: sql,
	},
	'a redirect': {
		echo: header(302, (spelled) => ({ location: `https://x.example/${oneLine(spelled)}` })),
		run: sql,
	},
	'a row': { echo: json(200, (spelled) => envelope('a', spelled)), run: sql },
	'the name of a column': { echo: json(200, (spelled) => envelope(spelled, 1)), run: sql },
	'a line that is no row': { echo: plain(200, (spelled) => `no row: ${spelled}\n`), run: sql },
	'a file of rows': {
		echo: json(200, (spelled) => envelope(spelled, spelled)),
		run: async (hostile, credential) => {
			const run = await hostile.sql('file', credential);
			const files = run.items.map(({ binary }) => binary?.data?.data ?? '');
			return [run, files.map((file) => Buffer.from(file, 'base64').toString())];
		},
	},
	'a refusal behind rows': {
		echo: plain(200, (spelled) => {
			const refusal = { code: 'COMMON-R-131-1', request_id: 'r', message: spelled };
			return `${JSON.stringify(envelope('a', 1))}\n${JSON.stringify(refusal)}\n`;
		}),
		run: sql,
	},
};

function oneLine(text: string): string {
	return text.replace(/[^\x20-\x7e]/g, '?');
}

function echoed(
	place: string,
	how: Place,
	secret: readonly [string, string, string] = SECRET,
): Attack {
	return mangled(`the ${secret[0]} in ${place}`, how, secret, SPELLED);
}

/** A key is secret without the sign that all keys begin with, too. */
function withoutSign(place: string, { echo, run }: Place): Attack {
	return mangled(`the API key without its sign in ${place}`, { echo, run }, KEY, {
		plain: (text) => [text.slice(1), text.slice(3)],
		HTML: (text) => [`&num;${text.slice(1)}`, text.slice(3)],
		base64: (text) => {
			const encoded = Buffer.from(text.slice(3)).toString('base64');
			return [encoded, encoded.slice(0, 40)];
		},
	});
}

function mangled(
	name: string,
	{ echo, run }: Place,
	[what, credential, plainText]: readonly [string, string, string],
	spellings = MANGLED,
): Attack {
	return {
		name,
		seconds: 30,
		async run() {
			const hostile = await HostileServer.start(() => undefined);
			const got: string[] = [];
			try {
				for (const [how, spell] of Object.entries(spellings)) {
					const [spelled, seen] = spell(plainText);
					hostile.react(echo(spelled));
					const work = run ?? ((server: HostileServer) => server.run());
					if (holds(await work(hostile, credential), plainText, seen)) got.push(how);
				}
			} finally {
				hostile.stop();
			}
			return heldUnless(got.length > 0 && `the ${what}: ${got.join(', ')}`);
		},
	};
}

/** The password is sent once, to log in; that answer must not bring it back. */
function echoedPassword(place: string, echo: Echo): Attack {
	const run = async (hostile: HostileServer) => await hostile.run({}, 'account');
	return echoed(place, { echo, run }, ['password', 'account', password]);
}

/** Everything that n8n could record of a run, or write into its log. */
function holds(run: unknown, plainText: string, spelled: string): boolean {
	const texts = [
		JSON.stringify(run),
		inspect(run, { depth: Infinity, showHidden: true, maxStringLength: Infinity }),
	];
	const spellings = [plainText, spelled, spelled.replace(/=+$/, '')];
	const seen = [...spellings, ...spellings.map((text) => JSON.stringify(text).slice(1, -1))];
	return seen.some((wanted) => texts.some((text) => text.includes(wanted)));
}

/** Log In hands out what is documented; an answer may hold anything else. */
const undocumented: Attack = {
	name: 'undocumented fields of a login, handed out by Log In',
	async run() {
		const hostile = await HostileServer.start((request, response) => {
			response.setHeader('content-type', 'application/json');
			const isLogin = request.url?.includes('/auth/login');
			const answer = {
				session_id: 'a-token-of-the-account',
				account_id: 1,
				account_name: 2,
				echo: { password },
				__proto__: { polluted: true },
				event_permission: { type: 'ALL', events: [{ password }], more: password },
			};
			response.end(JSON.stringify(isLogin ? answer : SERIES));
		});
		try {
			const form = { resource: 'accessToken', operation: 'logIn' };
			const run = await hostile.run(form, 'account');
			const [row = {}] = run.rows;
			const known = ['account_id', 'account_name', 'event_permission', 'from_cache'];
			known.push('session_id', 'valid_until_if_unused');
			const more = Object.keys(row).filter((key) => !known.includes(key));
			return heldUnless(
				run.error !== undefined && `it failed: ${run.error.message}`,
				more.length > 0 && `the fields ${more.join(', ')}`,
				JSON.stringify(row).includes('horse') && 'the password',
			);
		} finally {
			hostile.stop();
		}
	},
};

/** Words that hold a very short password must not show by their gaps what it is. */
const veryShort: Attack = {
	name: 'a very short password, told by what is blanked out',
	async run() {
		const short = 'abc';
		const hostile = await HostileServer.start((_, response) => {
			response.writeHead(400, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ error: `alphabet: ${short}` }));
		});
		try {
			await hostile.save('short', {
				baseUrl: hostile.url,
				project: 'production',
				authentication: 'accountPassword',
				accountName: 'analyst',
				password: short,
			} satisfies IDataObject);
			const { error } = await hostile.run({}, 'short');
			const words = `${error?.message} ${error?.description}`;
			return heldUnless(
				/abc/.test(words) && 'the password',
				/alph|\*\*\*/.test(words) && `a gap: ${words}`,
				!/rejected the account or password(?!:)/.test(words) && `no word about it: ${words}`,
			);
		} finally {
			hostile.stop();
		}
	},
};

/** A login answers with the password that it was sent, in its documented fields. */
function echoedByLogin(password: string): Attack {
	return {
		name: `a password of ${password.length} letters, handed out by Log In`,
		async run() {
			const hostile = await HostileServer.start((_, response) => {
				response.setHeader('content-type', 'application/json');
				const permission = { type: password, events: [password] };
				const names = { username: `analyst:${password}`, account_name: password };
				const answer = { session_id: 'a-token-of-the-account', ...names };
				response.end(JSON.stringify({ ...answer, ...SERIES, event_permission: permission }));
			});
			try {
				await hostile.save('echoed', {
					...{ baseUrl: hostile.url, project: 'production', password },
					...{ authentication: 'accountPassword', accountName: 'analyst' },
				});
				const form = { resource: 'accessToken', operation: 'logIn' };
				const run = await hostile.run(form, 'echoed');
				return heldUnless(
					run.error !== undefined && `it failed: ${run.error.message}`,
					JSON.stringify(run.rows).includes(password) && 'the password',
				);
			} finally {
				hostile.stop();
			}
		},
	};
}

/** A login of another account answers with what the credential holds, which the server knows, too. */
const handedOut: Attack = {
	name: "the credential's own secret, handed out by Log In with another account",
	async run() {
		const hostile = await HostileServer.start(() => undefined);
		const form = { resource: 'accessToken', operation: 'logIn', accountSource: 'item' };
		const got: string[] = [];
		try {
			for (const [credential, own] of Object.entries({ secret, account: password })) {
				const written = ['account_name', 'session_id'].map((field) => ({
					...{ session_id: 'a-token-of-bob', account_id: 1, [field]: encodeURIComponent(own) },
				}));
				for (const [index, answer] of written.entries()) {
					hostile.react((_, response) => response.end(JSON.stringify(answer)));
					const account = { accountName: `bob${index}${credential}`, password: 'of bob alone' };
					const { rows } = await hostile.run({ ...form, ...account }, credential);
					if (JSON.stringify(rows).includes(encodeURIComponent(own)))
						got.push(`${credential}: ${JSON.stringify(rows)}`);
				}
			}
			return heldUnless(got.join('; ') || false);
		} finally {
			hostile.stop();
		}
	},
};

/** Errors of other items and credentials repeat what the server was sent for an earlier one. */
const ofOthers: Attack = {
	name: "another item's password and token",
	async run() {
		const hostile = await HostileServer.start(() => undefined);
		const form = { resource: 'accessToken', operation: 'logIn', accountSource: 'item' };
		const logIn = async (accountName: string, own: string) =>
			await hostile.run({ ...form, accountName, password: own });
		const token = '4f0c9d2be8a7416392d5c0b1';
		const got: string[] = [];
		let refused = 0;
		try {
			for (const of of ['pw-of-bob-long-12345', 'k#9$!x@2^&*7(q)', 'hunter2!', 'Zürich-2026']) {
				hostile.react((_, response) => response.end(`{"session_id":"${token}"}`));
				await logIn('bob', of);
				for (const echo of [of, token, encodeURIComponent(of), of.toUpperCase()]) {
					hostile.react(json(400, () => ({ error: `no ${echo} here` }))(''));
					const { error: ofItem } = await logIn(`eve${refused++}`, 'of eve alone');
					const { error: ofReport } = await hostile.run();
					for (const error of [ofItem, ofReport]) {
						const shown = `${error?.message} ${error?.description}`;
						if (error === undefined || shown.includes(echo)) got.push(shown);
					}
				}
			}
			return heldUnless(got.join('; ') || false);
		} finally {
			hostile.stop();
		}
	},
};

/** What removes the characters that nobody sees puts the secret together. */
const inPieces: Attack = {
	name: 'the API secret with characters between its letters that nobody sees, in a group',
	async run() {
		const tool = { type: 'n8n-nodes-sensors-analytics.sensorsAnalyticsTool' };
		const got: string[] = [];
		for (const sign of ['\u200b', '\u00ad', '\u202c', '\u0001', '\u{e0041}']) {
			const hostile = await HostileServer.start((_, response) => {
				const rows = [[...secret].join(sign), 'b'].map((name) => ({
					...{ by_values: [name], values: [[5]] },
				}));
				const series = ['2026-11-01 00:00:00'];
				response.end(JSON.stringify({ series, rows, num_rows: 2, total_rows: 2 }));
			});
			try {
				for (const output of ['rows', 'agent', 'slack', 'markdown', 'html', 'part']) {
					const form = {
						...{ resource: 'report', operation: 'getEventReport', output },
						groupBy: { group: [{ field: 'event.PayOrder.city' }] },
						options: { displayNames: false },
					};
					for (const how of [{}, tool]) {
						const { items } = await hostile.run(form, 'secret', how);
						if (JSON.stringify(items).includes(secret)) got.push(`${output} ${inspect(sign)}`);
					}
				}
			} finally {
				hostile.stop();
			}
		}
		return heldUnless(got.join('; ') || false);
	},
};

export const attacks: Attack[] = [
	handedOut,
	inPieces,
	ofOthers,
	...Object.entries(PLACES).map(([place, how]) => echoed(place, how)),
	...Object.entries(KEY_PLACES).map(([place, how]) => echoed(place, how, KEY)),
	...['an error', 'an error page', 'a request ID', 'a redirect'].map((place) =>
		mangled(`parts of the API secret in ${place}`, PLACES[place] as Place, SECRET),
	),
	...[
		'an error',
		'the reason of a service exception',
		'the reason why a task failed',
		'a redirect',
	].map((place) => mangled(`parts of the API key in ${place}`, KEY_PLACES[place] as Place, KEY)),
	...Object.entries(KEY_PLACES).map(([place, how]) => withoutSign(place, how)),
	...['an error', 'an error page', 'a request ID', 'a redirect', 'a packing'].map((place) =>
		echoedPassword(place, (PLACES[place] as Place).echo),
	),
	undocumented,
	echoedByLogin('hunter2hunt'),
	echoedByLogin('abc1'),
	veryShort,
	...[500, 404, 200].map(
		(status): Attack => ({
			name: `the password of the login in the answer to a credential test, status ${status}`,
			async run() {
				let isLoggedIn = false;
				const hostile = await HostileServer.start(({ url = '' }, response) => {
					const login = /login/.test(url) ? { session_id: 'T'.repeat(40) } : undefined;
					if (login || !isLoggedIn) response.end(JSON.stringify(login ?? SERIES));
					else response.writeHead(status).end(`you sent ${password} to us`);
				});
				try {
					await hostile.run({}, 'account');
					isLoggedIn = true;
					const test = hostile.engine.testCredential('account');
					const said = await test.then(() => 'nothing', inspect);
					return heldUnless(
						said === 'nothing' && 'the test succeeded',
						said.includes(password) && said,
					);
				} finally {
					hostile.stop();
				}
			},
		}),
	),
];
