/** Comments cite what a reader of the repository has: headings of docs/service.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Papers by other names, and their numbers. */
const ELSEWHERE =
	/field[ ]notes|\bspec (?:section )?\d|\bcorrections \d|openapi-v3|OpenAPI v3, \d|service-api|\bmapping \d|\((?:\d+\.\d+, )*\d+\.\d+\)/i;
const CITED = /docs\/service\.md, "([^"]*)"/g;

const headings = [...readFileSync('docs/service.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
	([, heading]) => heading,
);
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

	it('cite headings of docs/service.md that exist', () => {
		const cited = sources.flatMap(([file, comments]) =>
			[...comments.join('\n').matchAll(CITED)].map(([, heading]) => [file, heading]),
		);
		expect(cited.length).toBeGreaterThan(100);
		expect(cited.filter(([, heading]) => !headings.includes(heading as string))).toEqual([]);
	});
});
