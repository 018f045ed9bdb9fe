const { Transform } = require('node:stream');

const { dest, parallel, series, src } = require('gulp');
const prettier = require('prettier');
const { parsers } = require('prettier/plugins/babel');

/** What tells which source follows. Of other comments the bundler keeps a few, where it happens to. */
const SOURCE = /^ \S+\.ts$/;
const bare = {
	...parsers.babel,
	parse(code, options) {
		const tree = parsers.babel.parse(code, options);
		const comments = tree.comments.filter(({ value }) => SOURCE.test(value));
		tighten(tree.program, code, comments);
		return { ...tree, comments };
	},
};

/**
 * Joins declarations of one line that follow each other, and removes braces around one statement
 * and `void 0` behind `return`: 15 kB of the package.
 */
function tighten(node, code, comments) {
	for (const child of Object.values(node).flat()) {
		if (typeof child?.type === 'string') tighten(child, code, comments);
	}
	if (node.type === 'BlockStatement' || node.type === 'Program')
		node.body = joinDeclarations(node.body, code, comments);
	else if (node.type === 'IfStatement') {
		const { consequent, alternate } = node;
		// The `else` would belong to the statement's own `if`.
		if (!alternate || !/\b(?:if|for|while)\b/.test(code.slice(consequent.start, consequent.end)))
			node.consequent = withoutBraces(consequent);
		if (alternate) node.alternate = withoutBraces(alternate);
	} else if (/^(?:For|While)/.test(node.type)) node.body = withoutBraces(node.body);
	else if (node.type === 'ReturnStatement' && isUndefined(node.argument)) node.argument = null;
}

function joinDeclarations(statements, code, comments) {
	const joined = [];
	let last;
	for (const statement of statements) {
		const { type, kind, start, end, declarations } = statement;
		const isShort = type === 'VariableDeclaration' && !code.slice(start, end).includes('\n');
		const isBehindComment = comments.some((one) => one.start > last?.start && one.end < start);
		if (isShort && last?.kind === kind && !isBehindComment) {
			last.declarations.push(...declarations);
			last.end = end;
			continue;
		}
		last = isShort ? statement : undefined;
		joined.push(statement);
	}
	return joined;
}

/** Whether it is `void 0`, as the bundler writes it. */
function isUndefined(value) {
	return value?.operator === 'void' && value.argument.value === 0;
}

function withoutBraces(statement) {
	const [only, another] = statement.type === 'BlockStatement' ? statement.body : [];
	return only && !another && !/Declaration$/.test(only.type) ? only : statement;
}

/** The style of the source, a little tighter: 30 kB of the package are semicolons, breaks and spaces. */
const style = {
	...require('./.prettierrc.js'),
	bracketSpacing: false,
	semi: false,
	trailingComma: 'none',
	objectWrap: 'collapse',
	arrowParens: 'avoid',
	printWidth: 180,
	parser: 'bare',
	plugins: [{ parsers: { bare } }],
};

/** Icons lie beside the compiled node: n8n looks for them relative to it. */
const icons = () => src('nodes/**/*.svg', { encoding: false }).pipe(dest('dist/nodes'));

/** Codex files: category and search words of the node panel. */
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

/** Of what every start reads: one Chinese letter, and the engine reads all of a file as two bytes a letter. */
const inAscii = (code) =>
	code.replace(
		/[^\0-\x7f]/g,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/** The code as it is read by reviewers, each source named by its path below nodes/SensorsAnalytics, or whole. */
const tidy = () =>
	src('dist/**/*.js')
		.pipe(
			new Transform({
				objectMode: true,
				transform(file, _encoding, done) {
					prettier.format(file.contents.toString(), style).then(
						(text) => {
							const code = text.replace(/^\/\/ nodes\/SensorsAnalytics\//gm, '// ');
							file.contents = Buffer.from(file.basename === 'bundle.js' ? inAscii(code) : code);
							done(null, file);
						},
						(error) => done(error),
					);
				},
			}),
		)
		.pipe(dest('dist'));

exports.files = parallel(icons, codex);
exports.default = series(tidy, exports.files);
