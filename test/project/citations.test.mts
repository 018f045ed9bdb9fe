/** Comments cite what a reader of the repository has: headings and rules of the documents. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Papers by other names, and their numbers. */
const ELSEWHERE =
	/field[ ]notes|\bspec (?:section )?\d|\bcorrections \d|openapi-v3|OpenAPI v3, \d|service-api|\bmapping \d|\((?:\d+\.\d+, )*\d+\.\d+\)/i;
const CITED = /docs\/([\w-]+)\.md, "([^"]*)"/g;
const RULES = /((?:[A-Z]\d(?:, | to )?)+) of docs\/calendar\.md/g;

const documents = new Map<string, string>();
function textOf(document: string): string {
	const file = `docs/${document}.md`;
	const text = documents.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '');
	documents.set(file, text);
	return text;
}

const sources = ['nodes', 'credentials', 'simulator', 'test', 'scripts'].flatMap((folder) =>
	readdirSync(folder, { recursive: true })
		.map((file) => join(folder, String(file)))
		.filter((file) => /\.m?ts$/.test(file))
		.map((file): [string, string[]] => [file, commentsIn(readFileSync(file, 'utf8'))]),
);

/** Each comment in a line, however many it has in the source. */
function commentsIn(text: string): string[] {
	const comments = text.match(/\/\*[^]*?\*\/|(?:\/\/ .*\s*)+/g) ?? [];
	return comments.map((comment) => comment.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' '));
}

describe('Comments', () => {
	it('cite no paper that is not in the repository', () => {
		const wrong = sources.flatMap(([file, comments]) =>
			comments.filter((comment) => ELSEWHERE.test(comment)).map((comment) => `${file}: ${comment}`),
		);
		expect(wrong).toEqual([]);
	});

	const citedBy = (pattern: RegExp) =>
		sources.flatMap(([file, comments]) =>
			[...comments.join('\n').matchAll(pattern)].map(([, ...parts]) => [file, ...parts]),
		);

	it('cite headings that exist', () => {
		const cited = citedBy(CITED);
		expect(cited.length).toBeGreaterThan(100);
		const isThere = ([, document = '', heading = '']: string[]) =>
			new RegExp(`^#+ ${heading.replace(/[^\w ]/g, '\\$&')}$`, 'm').test(textOf(document));
		expect(cited.filter((one) => !isThere(one))).toEqual([]);
	});

	it('cite rules of the calendar that exist', () => {
		const cited = citedBy(RULES).flatMap(([file, rules = '']) =>
			(rules.match(/[A-Z]\d/g) ?? []).map((rule) => [file, rule]),
		);
		expect(cited.length).toBeGreaterThan(20);
		expect(cited.filter(([, rule]) => !textOf('calendar').includes(`**${rule} –`))).toEqual([]);
	});
});
