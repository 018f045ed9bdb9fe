/** One message, judged by its sentences and against the other outputs of the same query. */
import type { IDataObject } from 'n8n-workflow';

import type { Simulator } from '../../../simulator/server.mts';
import { KEY, SECRET, SERVICE } from '../harness/credentials.mts';
import { runNode, type Sent } from '../harness/node.mts';
import type { Case } from './cases.mts';
import { compare } from './compare.mts';
import { judge, recentIn, type Verdict } from './judge.mts';
import { plant } from './odd.mts';
import { plainFaults } from './plain.mts';
import { readSentence } from './read.mts';
import type { Read } from './targets.mts';
import { readers } from './targets.mts';
import { keyOf, Truth } from './truth.mts';

interface Judged {
	faults: string[];
	read?: Read;
}

export async function judgeCase(
	simulator: Simulator,
	drawn: Case,
	truth: Truth,
	kinds: Map<string, number>,
): Promise<Judged> {
	simulator.world.clock.set(new Date(drawn.now));
	plant(simulator.world, drawn.oddities);
	if (drawn.oddities.length > 0) truth = new Truth(simulator.world);
	const run = runOn(simulator, drawn);
	// Messages always fill missing dates.
	const as = async (output: string, more: IDataObject = {}) => {
		const options = { ...(drawn.form.options as IDataObject | undefined), includeMeta: true };
		return await run({ ...drawn.form, output, options: { ...options, ...more } });
	};
	const { items, error } = await run(drawn.form);
	const [item] = items;
	const table = await as('table', { fillMissingDates: true });
	if (error !== undefined || !item) {
		// A node that breaks everywhere refuses everything alike.
		if (/Cannot |is not a |is not defined/.test(error ?? ''))
			return { faults: [`broken: ${error}`] };
		if (error === undefined && (drawn.form.messageWhen ?? 'always') !== 'always')
			return { faults: [] };
		const isSame = error !== undefined && table.error === error;
		return { faults: isSame ? [] : [`refused: ${error ?? 'no item'}`] };
	}
	const written = readers[drawn.target](item);
	const plain = [
		...plainFaults(written, drawn),
		...bareNames(written, drawn),
		...unsaidMeasures(written, drawn),
	];
	const read = withoutOwnFilters(written, drawn);
	const kept = keptIn(table.items[0], drawn);
	// A message with users orders groups by its complete periods, and then names these.
	if (kept && /Excludes|未计入/.test(read.small)) {
		const own = await as('table', { wholePeriodsOnly: true });
		const text = JSON.stringify(read);
		for (const key of keptIn(own.items[0], drawn) ?? []) if (text.includes(key)) kept.add(key);
	}
	const verdict = drawn.isWide
		? readOnly(read, drawn, kinds)
		: judge(read, drawn, truth, kinds, kept);
	const summary = drawn.measures.size > 0 ? await as('summary') : undefined;
	const others = { table: table.items[0] ?? {}, summary: summary?.items[0] };
	const faults = table.error === undefined ? compare(read, drawn, verdict, others) : [table.error];
	return { faults: [...plain, ...verdict.faults, ...faults], read };
}

/** How a message calls a measure with a filter that the others don't have. */
function narrowed(name: string, city: string, { isChinese }: Case): string {
	return isChinese ? `city 为 ${city} 的 ${name}` : `${name} (city is ${city})`;
}

function narrowedIn(drawn: Case): Array<[name: string, full: string]> {
	return [...drawn.measures].flatMap(([name, { city }]) =>
		city === undefined ? [] : [[name, narrowed(name, city, drawn)] as [string, string]],
	);
}

/** A number with a filter of its own has it wherever it has its name. */
function bareNames(read: Read, drawn: Case): string[] {
	const text = JSON.stringify(read);
	return narrowedIn(drawn).flatMap(([name, full]) => {
		const rest = [full, capital(full), new RegExp(`${name}[^"]{0,30}…`, 'g')].reduce<string>(
			(left, part) => left.replaceAll(part, ''),
			text,
		);
		return rest.includes(name) ? [`${name} without its filter`] : [];
	});
}

/** A message has a number for each of its measures, in its sentences or its table. */
function unsaidMeasures(read: Read, { layout, resource, measures }: Case): string[] {
	const { bold, facts, items, table = [] } = read;
	const isEmpty = bold.length === 0;
	if (layout !== 'digest' || resource !== 'event' || isEmpty || read.isShort) return [];
	// There are five facts at most.
	if (measures.size > 4) return [];
	const text = JSON.stringify([bold, facts, items, table]);
	return [...measures.keys()].flatMap((name) => {
		const isDash = table.some(([first = '', ...cells]) => first === name && cells.includes('–'));
		return isDash || !text.includes(name) ? [`nothing said of ${name}`] : [];
	});
}

/** The message with the names that the measures have in the report. */
function withoutOwnFilters(read: Read, drawn: Case): Read {
	const text = narrowedIn(drawn).reduce(
		(all, [name, full]) =>
			// The first letter of a title is a capital.
			all.replaceAll(full, name).replaceAll(capital(full), capital(name)),
		JSON.stringify(read),
	);
	return JSON.parse(text) as Read;
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What the sentences say, of which Table and Summary know what is right. */
function readOnly(read: Read, drawn: Case, kinds: Map<string, number>): Verdict {
	const { numbers } = drawn.form.message as IDataObject;
	const lines =
		drawn.layout === 'digest' ? [...read.bold, ...read.facts, ...read.items] : read.facts;
	const labels = [...drawn.measures.keys()];
	const [first = '', ...others] = lines;
	const sentences = [...recentIn(first, labels, drawn), ...others].filter(
		(line) => line !== undefined,
	);
	const claims = sentences.flatMap((sentence) => {
		const claim = readSentence(sentence, labels, drawn.today);
		// Other styles of numbers are rounded.
		if (!claim || numbers !== undefined) return [];
		kinds.set(`rare ${claim.kind}`, (kinds.get(`rare ${claim.kind}`) ?? 0) + 1);
		return [claim];
	});
	const [headline] = claims;
	const dates = headline?.kind === 'value' ? headline.dates : undefined;
	const before = headline?.kind === 'value' ? headline.said.beforeDates : undefined;
	return { faults: [], claims, ...(dates ? { dates } : {}), ...(before ? { before } : {}) };
}

/** Groups that are wanted, where not all are. */
function keptIn(item: IDataObject | undefined, { top }: Case): Set<string> | undefined {
	const { columns, rows } = (item ?? {}) as {
		columns?: Array<{ role: string }>;
		rows?: unknown[][];
	};
	const place = columns?.findIndex(({ role }) => role === 'group') ?? -1;
	if (top === undefined || !rows || place < 0) return undefined;
	// The merged others come last.
	return new Set([...new Set(rows.map((row) => keyOf(row[place])))].slice(0, top));
}

/** The simulator answers, signed in as n8n would do. */
function runOn({ app, world }: Simulator, { now, hasKey }: Pick<Case, 'now' | 'hasKey'>) {
	const apiKey = world.apiKeys.of('analyst');
	const token = world.secrets.of('admin');
	const project = 'production';
	const credential = {
		...SERVICE,
		project,
		...(hasKey ? { ...KEY, apiKey } : { ...SECRET, apiSecret: token }),
	};
	const headers = hasKey ? { 'api-key': apiKey, 'sensorsdata-project': project } : {};
	const signed = hasKey ? '' : new URLSearchParams({ token, project }).toString();
	const ask = async ({ method, path, body }: Sent) => {
		const { statusCode, payload } = await app.inject({
			method,
			url: signed === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${signed}`,
			headers: { ...headers, ...(body === '' ? {} : { 'content-type': 'application/json' }) },
			...(body === '' ? {} : { payload: body }),
		});
		return { statusCode, payload };
	};
	// Its clock doesn't move, so the same query has the same answer: message, Table and Summary ask
	// much alike.
	const known = new Map<string, ReturnType<typeof ask>>();
	const answer = (sent: Sent) => {
		const key = JSON.stringify(sent);
		const given = known.get(key) ?? ask(sent);
		known.set(key, given);
		return given;
	};
	return async (form: IDataObject) =>
		await runNode(
			{ resource: 'report', queryMode: 'fields', ...form },
			{ credential, now, answer },
		);
}
