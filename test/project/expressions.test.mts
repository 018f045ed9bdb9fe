/** No regular expression of the package can be made slow by the texts that it sees. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { checkSync } from 'recheck';
import ts from 'typescript';

import { toSqlLiteral } from '../../nodes/SensorsAnalytics/sql/scan';
import { compareValues } from '../../nodes/SensorsAnalytics/table/table';
import { cpuMs } from '../support/cpuTime.mts';
import { keepDocument } from '../support/documents.mts';
import { isLong } from '../support/extent.mts';
import { sources } from '../support/house.mts';

interface Expression {
	/** File and line. */
	place: string;
	source: string;
	flags: string;
}

/**
 * Expressions that are not linear, by their source, and what bounds the texts that they see. An
 * entry is no excuse for what reads an answer, data of users, or an address.
 */
const bounded: Record<string, string> = {
	'("[^"\\\\]*(?:\\\\.[^"\\\\]*)*")\\s*:|"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|[[\\]{}]':
		'sql/doubleColumn.ts: lines that are JSON, where each text is met at its beginning',
	'(["\'`「“])[^"\'`」”]*(["\'`」”])': 'credentials/http/answer.ts: 2000 characters',
};
/** Files that put expressions together while they run, and what they are made of. */
const madeAtRuntime: Record<string, string> = {
	'nodes/SensorsAnalytics/table/table.ts': 'constants; run below',
	'nodes/SensorsAnalytics/sql/scan.ts': 'one class of characters; run below',
	'credentials/ways/way.ts': 'constants; sees the first words of a refusal',
	'credentials/http/redact.ts':
		'characters of secrets one by one, and constants that look at one character and its neighbours; attacks run it',
};
/** What repeats itself in what it repeats takes minutes for so much. */
const MUCH = 200_000;
/** For all of them, on a slow machine. */
const SECONDS = 200;

const expressions: Expression[] = [];
const makers = new Set<string>();
for (const file of sources) {
	const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
	const look = (node: ts.Node) => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
			const line = tree.getLineAndCharacterOfPosition(node.pos).line + 1;
			expressions.push({ place: `${file}:${line}`, source, flags });
		}
		const isCalled = ts.isNewExpression(node) || ts.isCallExpression(node);
		if (isCalled && node.expression.getText() === 'RegExp') makers.add(file);
		ts.forEachChild(node, look);
	};
	look(tree);
}

/** What repeats nothing is linear. */
const repeats = ({ source }: Expression) => /[*+{]/.test(source.replace(/\\./g, ''));
const written = ({ source, flags }: Expression) => `/${source}/${flags}`;
const distinct = [
	...new Map(expressions.filter(repeats).map((one) => [written(one), one])).values(),
];
const own = distinct.filter(({ source }) => !(source in bounded));
/**
 * Expressions that the judge, who takes a tenth of a second for each, found linear. `npm run judge
 * -- slow` judges them again.
 */
const JUDGED = 'test/project/linearExpressions.json';
const judged = new Set(
	existsSync(JUDGED) ? (JSON.parse(readFileSync(JUDGED, 'utf8')) as string[]) : [],
);
const isJudgedAgain = isLong || process.env.JUDGE === 'slow';
/** Others than linear ones, which the list must not have. */
const refused = new Set<string>();

describe('Regular expressions', () => {
	it('are all found, and only known ones are composed at run time', () => {
		expect(expressions.length).toBeGreaterThan(50);
		expect([...makers].sort()).toEqual(Object.keys(madeAtRuntime).sort());
	});

	it('are linear for their judge', () => {
		const toJudge = isJudgedAgain ? own : own.filter((one) => !judged.has(written(one)));
		const others = toJudge.flatMap((one) => {
			const { status, ...more } = checkSync(one.source, one.flags, {
				timeout: 20_000,
				// A verdict must not depend on the texts that it draws.
				randomSeed: 1,
			});
			if (status !== 'safe') refused.add(written(one));
			return status === 'safe'
				? []
				: [{ expression: written(one), place: one.place, status, more }];
		});
		expect(others).toEqual([]);
	}, 240_000);

	it('the judged ones are the existing ones: `npm run documents` lists them', async () => {
		const names = own
			.map(written)
			.filter((one) => !refused.has(one))
			.sort();
		expect(await keepDocument(JUDGED, `${JSON.stringify(names, undefined, '\t')}\n`)).toBe(true);
	});

	it('bounded ones are still there', () => {
		const known = new Set(expressions.map(({ source }) => source));
		for (const source of Object.keys(bounded)) expect(known).toContain(source);
	});

	it('get through 200 kB of what they look for', () => {
		const script = `
			const { own, size } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
			for (const { place, source, flags } of own) {
				// Its own characters: what it begins, goes on and ends with.
				const plain = source.replace(/\\\\[a-zA-Z]|[(){}?*+|^$.]/g, '');
				const units = [...new Set([...plain, ' ', '0', 'a'])].slice(0, 12);
				const one = new RegExp(source, flags.replace('y', ''));
				for (const unit of units) {
					const text = unit.repeat(size / unit.length) + '\\u0001';
					const started = process.cpuUsage();
					one.lastIndex = 0;
					if (flags.includes('g')) for (const match of text.matchAll(one)) void match;
					else one.exec(text);
					const ms = process.cpuUsage(started).user / 1000;
					if (ms > 3000) throw new Error(place + ' took ' + ms + ' ms for ' + JSON.stringify(unit));
				}
			}
			console.log('through ' + own.length);`;
		const answer = execFileSync(process.execPath, ['-e', script], {
			input: JSON.stringify({ own, size: MUCH }),
			timeout: SECONDS * 1000,
		});
		expect(answer.toString()).toBe(`through ${own.length}\n`);
	}, 240_000);

	it.each(['1', '1.', ' ', '<', '~', '1~', "'", '\\'])(
		'made while they run get through 200 kB of %j, too',
		(unit) => {
			const text = `${unit.repeat(MUCH / unit.length)}x`;
			const took = cpuMs(() => {
				compareValues(text, 1);
				toSqlLiteral(text);
			});
			expect(took).toBeLessThan(3000);
		},
	);
});
