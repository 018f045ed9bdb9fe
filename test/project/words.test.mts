/** The words of CONTRIBUTING.md ("Words"), in all that people read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import nlp from 'compromise';
import type { INodeProperties, IWorkflowBase } from 'n8n-workflow';
import ts from 'typescript';

import { SensorsAnalyticsApi } from '../../credentials/SensorsAnalyticsApi.credentials';
import { SensorsAnalytics } from '../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { SensorsAnalyticsTrigger } from '../../nodes/SensorsAnalyticsTrigger/SensorsAnalyticsTrigger.node';

const read = (file: string) => readFileSync(file, 'utf8');
const glossary = read('CONTRIBUTING.md').split('\n## Words\n')[1] ?? '';
/** The words behind "Not used:", and those in the column "Not". */
const banned = [
	...(/^Not used: (.*)\.$/m.exec(glossary)?.[1] ?? '').split(', '),
	...[...glossary.matchAll(/^\|.*\| ([^|]+) \|$/gm)]
		.slice(2)
		.flatMap(([, not = '']) => not.split(', ')),
].map((word) => word.trim());
// What stands out is what Explain Change calls so.
const BANNED = new RegExp(`\\b(${banned.join('|')})\\b(?! out\\b)`, 'giu');
/** In comments, which may have words of the column "Not" for other things. */
const BANNED_IN_COMMENTS =
	/\b(?:told|tells?|stands?(?! out)|anew|so many|as many\b[^.]*?\bas|beside|letter for letter|whichever)\b/giu;
/** Turns of phrase that nobody writes in English. */
const STIFF =
	/\breplaces?\b[^.]{1,60}\bby\b (?!hand)|\bcan not\b|\b(?:is|are|not) told\b|\bof which time\b|\bknown of\b|\bcalls? it(?:self)? so\b|\bwhoever\b/giu;
const CHINESE = /\p{Script=Han}+/gu;

const SHOWN = ['displayName', 'description', 'placeholder', 'hint', 'action', 'propertyHint'];

/** Texts of a form, by what they are. */
function textsOf(value: unknown, found: Array<[key: string, text: string]> = []) {
	if (Array.isArray(value)) for (const inner of value) textsOf(inner, found);
	else if (typeof value === 'object' && value !== null) {
		for (const [key, inner] of Object.entries(value)) {
			const isName = key === 'name' && 'value' in value;
			if (typeof inner === 'string' && (isName || SHOWN.includes(key))) found.push([key, inner]);
			else textsOf(inner, found);
		}
	}
	return found;
}

const forms: Array<[string, INodeProperties[] | object]> = [
	['node', new SensorsAnalytics().description],
	['trigger', new SensorsAnalyticsTrigger().description],
	['credential', new SensorsAnalyticsApi().properties],
];

const codeIn = (folders: string[]) =>
	folders.flatMap((folder) =>
		readdirSync(folder, { recursive: true })
			.map((file) => join(folder, String(file)))
			.filter((file) => /\.(?:m?ts|[cm]?js)$/.test(file)),
	);
const sources = codeIn(['nodes', 'credentials']);

type Text = [place: string, text: string];

/** Adds the comments. Outside of literals, nothing else begins as they do. */
function addComments(source: ts.SourceFile, found: Text[]) {
	const { text } = source;
	let code = '';
	const visit = (node: ts.Node): void => {
		if (
			ts.isStringLiteralLike(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddleOrTemplateTail(node) ||
			ts.isRegularExpressionLiteral(node)
		) {
			const start = node.getStart(source);
			code += text.slice(code.length, start) + ' '.repeat(node.end - start);
		} else ts.forEachChild(node, visit);
	};
	visit(source);
	code += text.slice(code.length);
	for (const { index, 0: comment } of code.matchAll(/\/\*[^]*?\*\/|\/\/.*/g)) {
		const { line } = source.getLineAndCharacterOfPosition(index);
		found.push([`${source.fileName}:${line + 1}`, comment.replace(/\s+(?:\*|\/\/)?\s*/g, ' ')]);
	}
}

/** All texts of the sources, what of them errors and hints say, and their comments. */
const written: Text[] = [];
const said: Text[] = [];
const comments: Text[] = [];
for (const file of sources) {
	const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
	addComments(source, comments);
	const visit = (node: ts.Node, isSaid: boolean): void => {
		if (
			ts.isStringLiteralLike(node) ||
			ts.isTemplateHead(node) ||
			ts.isTemplateMiddleOrTemplateTail(node)
		) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			const text: Text = [`${file}:${line + 1}`, node.text];
			written.push(text);
			if (isSaid) said.push(text);
		}
		const isError = ts.isNewExpression(node) && /Error$/.test(node.expression.getText());
		const isHint = ts.isCallExpression(node) && node.expression.getText() === 'addHint';
		// What became of a request, and what to do (credentials/http/explain.ts).
		const isExplanation =
			ts.isPropertyAssignment(node) &&
			/^(message|description)$/.test(node.name.getText()) &&
			/\b(message|description):/.test(node.parent.getText().replace(node.getText(), ''));
		ts.forEachChild(node, (child) => visit(child, isSaid || isError || isHint || isExplanation));
	};
	visit(source, false);
}
for (const file of codeIn(['test', 'simulator', 'scripts'])) {
	addComments(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest), comments);
}

/** What people read to use the package. */
const guides = [
	'README.md',
	'SECURITY.md',
	...readdirSync('docs')
		// Sentences of models are quoted as they were.
		.filter((file) => file.endsWith('.md') && file !== 'agents.md')
		.map((file) => join('docs', file)),
	...readdirSync('docs/how-to').map((file) => join('docs/how-to', file)),
];

/** What an example says to people and models: notes, names, prompts, and descriptions of tools. */
function textsOfExample(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsOfExample);
}
const examples = readdirSync('examples').map((file) => {
	const workflow = JSON.parse(read(join('examples', file))) as IWorkflowBase;
	const note = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	return { file, workflow, note: String(note?.parameters.content) };
});

const faultsIn = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([word]) => word);

it('the glossary has words, and words that are not used', () => {
	expect(banned.length).toBeGreaterThan(25);
	expect(faultsIn('Whichever it tells, beside those', BANNED)).toEqual([
		'Whichever',
		'tells',
		'beside',
	]);
});

it.each(forms)('the form of the %s is in plain words, in English', (_name, form) => {
	const texts = textsOf(form);
	expect(texts.length).toBeGreaterThan(20);
	expect(
		texts.flatMap(([, text]) =>
			[...faultsIn(text, BANNED), ...faultsIn(text, CHINESE)].map((word) => `${word}: ${text}`),
		),
	).toEqual([]);
});

it('errors and hints are in plain words, in English', () => {
	expect(said.length).toBeGreaterThan(900);
	expect(
		said.flatMap(([place, text]) =>
			[...faultsIn(text, BANNED), ...faultsIn(text, CHINESE)].map(
				(word) => `${place}: ${word}: ${text}`,
			),
		),
	).toEqual([]);
});

it('comments are in plain words', () => {
	expect(comments.length).toBeGreaterThan(6000);
	const faults = comments.flatMap(([place, text]) =>
		faultsIn(text, BANNED_IN_COMMENTS).map((word) => `${place}: ${word}: ${text}`),
	);
	expect(faults).toEqual([]);
});

it.each(guides)('%s is in plain words', (file) => {
	const prose = read(file).replace(/^```[^]*?^```$|`[^`\n]*`/gm, '');
	expect([...faultsIn(prose, BANNED), ...faultsIn(prose, STIFF)]).toEqual([]);
});

it.each(examples)('examples/$file is in plain words', ({ workflow }) => {
	const texts = textsOfExample([workflow.name, workflow.nodes]);
	expect(texts.length).toBeGreaterThan(10);
	const faults = texts.flatMap((text) =>
		[...faultsIn(text, BANNED), ...faultsIn(text, STIFF)].map((word) => `${word}: ${text}`),
	);
	expect(faults).toEqual([]);
});

/** What people read first, and follow step by step. */
const FOLLOWED = [
	'README.md',
	...['first-report', 'explain-change', 'usual-range', 'check', 'troubleshooting'].map(
		(name) => `docs/${name}.md`,
	),
	...readdirSync('docs/how-to').map((file) => join('docs/how-to', file)),
];
/** Verbs that the tagger takes for nouns and adjectives. */
const VERBS = ['select', 'open', 'require', 'requires', 'cost', 'costs', 'adds', 'round'];
const SURE = new RegExp(`\\b(${VERBS.join('|')})\\b`, 'i');

const followed = [
	...FOLLOWED.map((file): Text => [file, read(file)]),
	...examples.map(({ file, note }): Text => [`examples/${file}`, note]),
];

it.each(followed)('%s: its sentences have a verb', (_file, text) => {
	const prose = text
		.replace(/^```[^]*?^```$/gm, '')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/`[^`\n]*`/g, 'it')
		.replace(/[*_]{1,2}([^*_\n]+)[*_]{1,2}/g, '$1');
	// Tables, headings, quotes, and lists that say what a thing is, have phrases.
	const lines = prose.split('\n').filter((line) => !/^\s*(?:[|#>*\\-]|$)/.test(line));
	const sentences = lines
		.map((line) => line.replace(/^\s*\d+\.\s+/, ''))
		.flatMap((line) => nlp.tokenize(line).json() as Array<{ text: string }>)
		.map(({ text }) => text)
		.filter((text) => /[.!?]$/.test(text) && text.includes(' '));
	expect(sentences.length).toBeGreaterThan(1);
	expect(sentences.filter((text) => !SURE.test(text) && !nlp(text).has('#Verb'))).toEqual([]);
});

/** Names of fields, options, operations and credentials, what n8n and lists have, and an example. */
const LABELS = new Set([
	...['Any Alert', 'Execute Once', 'PayOrder', 'Proxy', 'Test'],
	...forms
		.flatMap(([, form]) => textsOf(form))
		.flatMap(([key, text]) =>
			['displayName', 'name', 'placeholder', 'action'].includes(key) ? [text] : [],
		),
]);

it('labels that any text puts in single quotes are those of the form', () => {
	const pages = guides.map(
		(file): Text => [file, read(file).replace(/```[^]*?```|`[^`\n]*`/g, '')],
	);
	const quoted = [...written, ...pages].flatMap(([place, text]) =>
		[
			...text.matchAll(
				/'([A-Z][A-Za-z]+(?: (?:[A-Z(]|of |to |in |the |by |a |an |and |as |at |for |from |if |on |or |per |than |with )[\w)]*)*)'/g,
			),
		].map(([, label = '']): Text => [place, label]),
	);
	expect(quoted.length).toBeGreaterThan(350);
	expect(quoted.filter(([, label]) => !LABELS.has(label))).toEqual([]);
});

it('actions have no article, as n8n requires', () => {
	const actions = forms.flatMap(([, form]) => textsOf(form)).filter(([key]) => key === 'action');
	expect(actions.length).toBeGreaterThan(30);
	expect(actions.filter(([, text]) => /\b(an?|the)\b/i.test(text))).toEqual([]);
});

it('errors do not speak of errors, problems, failures and mistakes, as n8n requires', () => {
	const spoken = said.filter(([, text]) =>
		/\b(errors?|problems?|failures?|mistakes?)\b/i.test(text),
	);
	expect(spoken).toEqual([]);
});

it.each(['docs/troubleshooting.md', 'docs/zh-CN/README.md'])(
	'%s quotes what errors say',
	(file) => {
		const [, table = ''] =
			/^\| (?:What you see|看到的提示) [^]*?\n((?:\|.*\n)+)/m.exec(read(file)) ?? [];
		const quoted = [...table.matchAll(/_([^_\n]{10,})_/g)].flatMap(([, text = '']) =>
			text.split('…').map((part) => part.trim()),
		);
		expect(quoted.length).toBeGreaterThan(15);
		const texts = [...written.map(([, text]) => text), read('docs/errors.md')];
		expect(quoted.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([]);
	},
);

/** What n8n and the nodes of chats call things that guides name, and what guides emphasize. */
const OTHERS = new Set([
	...['Settings', 'Community nodes', 'Install', 'Create credential', 'Save', '+', 'Actions'],
	...['Execute workflow', 'Execute Sub-workflow', 'Bearer Auth', 'Production URL', 'Workflows'],
	...[
		'Execute step',
		'Execute Once',
		'Fetch Test Event',
		'Retry On Fail',
		'On Error',
		'Poll Times',
		'Custom API Call',
		'HTTP Request',
	],
	...['Method', 'Send Body', 'Body Content Type', 'Specify Body', 'Fixed', 'Expression'],
	'Timezone',
	...['Message Type', 'Blocks', 'Notification Text', 'JSON', 'Email Format', 'Subject', 'HTML'],
	...['Evaluate formulas', 'for each incoming item', 'Message for …', 'Message in …'],
	...[
		'DingTalk',
		'WeCom',
		'Feishu or Lark',
		'Microsoft Teams',
		new SensorsAnalyticsApi().displayName,
	],
]);

it('guides call fields as the form does', () => {
	const pages = guides.filter((file) =>
		/README|how-to|first-report|options|bounds|outputs|troubleshooting/.test(file),
	);
	const named = pages
		.filter((file) => file !== 'docs/README.md')
		.flatMap((file) =>
			[...read(file).matchAll(/\*\*([^*\n]+)\*\*/g)]
				.flatMap(([, text = '']) => text.split(' → '))
				.map((label): Text => [file, label]),
		);
	expect(named.length).toBeGreaterThan(200);
	expect(named.filter(([, label]) => !LABELS.has(label) && !OTHERS.has(label))).toEqual([]);
});

it.each(examples)(
	'examples/$file calls fields and nodes as n8n shows them',
	({ workflow, note }) => {
		const nodes = new Set(workflow.nodes.map(({ name }) => name));
		const titles = new Set(examples.map(({ workflow: { name } }) => name));
		const named = [...note.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, label = '']) => label);
		expect(named.length).toBeGreaterThan(0);
		expect(
			named.filter((label) => [nodes, titles, LABELS, OTHERS].every((known) => !known.has(label))),
		).toEqual([]);
	},
);
