const { AsyncLocalStorage } = require('node:async_hooks');
const { createRequire, Module } = require('node:module');
const { dirname, join, sep } = require('node:path');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { transformFileSync } = require('@swc/core');

const { SOURCES_OF_TESTS } = require('../sourcesOfTests.js');
const { clockAt, TestDate } = require('./day.js');

const ROOT = join(__dirname, '../../..');
const DIST = join(ROOT, 'dist') + sep;
/** As jest does it for what is loaded by tests. */
Module._extensions['.mts'] = (module, file) =>
	module._compile(transformFileSync(file, SOURCES_OF_TESTS).code, file);
/** What V8 made of code, by the code: jest compiles its own and ours again for each file. */
const compiled = new Map();
const { compileFunction } = vm;
vm.compileFunction = (code, names, options) => {
	const cachedData = compiled.get(code);
	const made = compileFunction(code, names, {
		...options,
		cachedData,
		produceCachedData: cachedData === undefined,
	});
	if (cachedData === undefined) compiled.set(code, made.cachedData);
	return made;
};
/** The package is loaded for each file of tests; compiled it is once. */
const packageCode = new Map();
const { _compile } = Module.prototype;
Module.prototype._compile = function (code, file, ...more) {
	if (!file.startsWith(DIST)) return _compile.call(this, code, file, ...more);
	const names = ['exports', 'require', 'module', '__filename', '__dirname'];
	let known = packageCode.get(file);
	if (known?.code !== code) {
		known = { code, run: compileFunction(code, names, { filename: file }) };
		packageCode.set(file, known);
	}
	return known.run.call(this.exports, this.exports, createRequire(file), this, file, dirname(file));
};
/** Exports as they were when they were loaded, for tests replace some. */
const loaded = new Map();
/** jest makes one for each file and leaves it on: Node.js goes through all of them for each promise. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
	storages.add(this);
	return run.apply(this, given);
};

/**
 * Node.js for tests, with what loads slowly loaded once per process of jest, not once per file:
 * half of the time of the tests was that. n8n-core loads the built package into the same realm;
 * as the package keeps what it did, each file loads it again. Nothing else that keeps what a test
 * did belongs here.
 */
module.exports = class extends TestEnvironment {
	async setup() {
		await super.setup();
		// Errors and clocks of tests are those of the code that is loaded outside of them.
		this.global.Error = Error;
		this.global.Date = Date;
		this.global.forgetPackage = forgetPackage;
		this.global.setPackageClock = setPackageClock;
		// As the other one loads it: several versions of a package may be installed.
		this.global.loadOnce = (name, other) => {
			// A file with an n8n-core of its own keeps its settings to itself.
			if (/^@?n8n\b/.test(name)) this.handOverSettings();
			const load = other ? createRequire(require.resolve(other)) : require;
			const exported = load(name.endsWith('.mts') ? join(ROOT, name) : name);
			if (!loaded.has(exported)) loaded.set(exported, Object.getOwnPropertyDescriptors(exported));
			// n8n-workflow gives it to the realm that it is loaded in.
			if (name.startsWith('n8n-')) this.global.BigInt.prototype.toJSON = BigInt.prototype.toJSON;
			return exported;
		};
	}

	async teardown() {
		for (const [exported, descriptors] of loaded) restore(exported, descriptors);
		forgetPackage();
		globalThis.Date = TestDate;
		for (const storage of storages) storage.disable();
		storages.clear();
		await super.teardown();
	}

	/** n8n-core reads its settings when it is loaded, from the environment of the process. */
	handOverSettings() {
		for (const [name, value] of Object.entries(this.global.process.env))
			if (name.startsWith('N8N_')) process.env[name] ??= value;
	}
};

function forgetPackage() {
	for (const file of Object.keys(require.cache))
		if (file.startsWith(DIST)) delete require.cache[file];
}

/**
 * From now on it is that moment for n8n-core and the package, not for the test and the simulator;
 * without a moment it is now again.
 */
function setPackageClock(moment) {
	globalThis.Date = moment ? clockAt(moment) : TestDate;
}

function restore(exported, descriptors) {
	for (const [name, descriptor] of Object.entries(descriptors)) {
		const { configurable, value, get } = Object.getOwnPropertyDescriptor(exported, name) ?? {};
		if (configurable && (value !== descriptor.value || get !== descriptor.get))
			Object.defineProperty(exported, name, descriptor);
	}
}
