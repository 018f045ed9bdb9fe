/**
 * What a file of tests may leave in the realm of the process, which the next file would find: what
 * belongs to the objects that all share, the folder, the settings, and who listens to the process.
 */
const WATCHED = {
	globalThis,
	Array,
	'Array.prototype': Array.prototype,
	AbortSignal,
	'Date.prototype': Date.prototype,
	Error,
	'Function.prototype': Function.prototype,
	Intl,
	JSON,
	Math,
	'Number.prototype': Number.prototype,
	Object,
	'Object.prototype': Object.prototype,
	Promise,
	'Promise.prototype': Promise.prototype,
	process,
	'RegExp.prototype': RegExp.prototype,
	'String.prototype': String.prototype,
};
/**
 * What jest replaces for each file or while it writes one, what Node.js keeps for itself, and what packages put there each
 * time they are loaded (tslib, LangChain).
 */
const NOT_OF_TESTS = {
	globalThis:
		/^(?:console|__\w+|lc_\w+|[fx]?(?:describe|it|test)|expect|(?:before|after)(?:All|Each)|Symbol\((?:[A-Z_]+|\$\$jest.*|jest-.*|undici\..*|signal-exit .*)\))$/,
	process: /^(?:exit|getBuiltinModule|emit|reallyExit|_eventsCount|Symbol\(.*\))$/,
	console: /^_std(?:out|err)$/,
	// Settings of n8n, which reads them when it is loaded: the environment puts them back.
	'process.env': /^N8N_/,
};
/** What n8n-core has to do when the process ends: it listens from its first run on. */
const OF_N8N = /this\.onShutdown\(\)/;
// Node.js makes some of them when they are asked for first.
for (const name of Reflect.ownKeys(globalThis)) void globalThis[name];

/** What there is now: a list of places, each with its value. */
function inventory() {
	const all = new Map();
	const objects = { ...WATCHED, Date, console, 'process.env': process.env };
	for (const [name, object] of Object.entries(objects))
		for (const key of Reflect.ownKeys(object)) {
			if (NOT_OF_TESTS[name]?.test(String(key))) continue;
			const { value, get } = Object.getOwnPropertyDescriptor(object, key);
			all.set(`${name}.${String(key)}`, get ?? value);
		}
	for (const event of process.eventNames()) {
		const listeners = process.listeners(event).filter((one) => !OF_N8N.test(String(one)));
		if (listeners.length > 0)
			all.set(`the number of listeners of process to '${String(event)}'`, listeners.length);
	}
	all.set('the current folder', process.cwd());
	return all;
}

/** Places where two inventories differ, each with words for it. */
function differences(before, after) {
	return [...new Set([...before.keys(), ...after.keys()])].flatMap((place) => {
		if (!before.has(place)) return [[place, `${place} was added`]];
		if (!after.has(place)) return [[place, `${place} was removed`]];
		const isSame = Object.is(before.get(place), after.get(place));
		return isSame ? [] : [[place, `${place} has another value`]];
	});
}

module.exports = { differences, inventory };
