const { AsyncLocalStorage } = require('node:async_hooks');
const { createRequire, Module } = require('node:module');
const { dirname, join, sep } = require('node:path');
const vm = require('node:vm');
const { ModuleMocker } = require('jest-mock');
const { transformFileSync } = require('@swc/core');

const { SOURCES_OF_TESTS } = require('../sourcesOfTests.js');
const { clockAt, TestDate } = require('./day.js');
const { differences, inventory } = require('./leftovers.js');
const { ADAPTER } = require('./runner.js');

const ROOT = join(__dirname, '../../..');
const DIST = join(ROOT, 'dist') + sep;
/** As jest does it for what is loaded by tests. */
Module._extensions['.mts'] = (module, file) =>
	module._compile(transformFileSync(file, SOURCES_OF_TESTS).code, file);
/** Modules as V8 compiled them: each file of tests runs them again, in the realm of the process. */
const compiled = new Map();
const { compileFunction } = vm;
function compileOnce(code, names, options) {
	const place = `${names} ${options.filename}`;
	const known = compiled.get(place);
	if (known?.code === code) return known.run;
	const run = compileFunction(code, names, options);
	compiled.set(place, { code, run });
	return run;
}
vm.compileFunction = (code, names, { parsingContext: _ofFile, ...options }) =>
	compileOnce(code, names, options);
/** The package and jest's runner are loaded for each file, too. */
const { _compile } = Module.prototype;
Module.prototype._compile = function (code, file, ...more) {
	if (!file.startsWith(DIST) && file !== ADAPTER) return _compile.call(this, code, file, ...more);
	const names = ['exports', 'require', 'module', '__filename', '__dirname'];
	const run = compileOnce(code, names, { filename: file });
	return run.call(this.exports, this.exports, createRequire(file), this, file, dirname(file));
};
/** What jest replaces for each file. */
const consoleOfProcess = console;
const { exit, getBuiltinModule } = process;
const ofProcess = { exit, getBuiltinModule };
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
 * The realm of the process for tests, not one of their own as jest's environment makes it: half of
 * the time of the tests was what that needs. Modules are compiled once per process, and what loads
 * slowly is loaded once. n8n-core loads the built package, which keeps what it did, so each file
 * loads it again, as it does the sources. Nothing else that keeps what a test did belongs into
 * `loadOnce`. Tests move clocks of their own, so there are no timers of jest's.
 */
module.exports = class {
	constructor() {
		this.global = globalThis;
		this.moduleMocker = new ModuleMocker(globalThis);
		this.settings = { ...process.env };
	}

	getVmContext() {
		return this.global;
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	async setup() {
		// The runner's, which has another one for each file.
		delete globalThis[Symbol.for('EVENT_HANDLERS')];
		globalThis.forgetPackage = forgetPackage;
		globalThis.setPackageClock = setPackageClock;
		// As the other one loads it: several versions of a package may be installed.
		globalThis.loadOnce = (name, other) => {
			if (/^@?n8n\b/.test(name)) this.keepSettings();
			const load = other ? createRequire(require.resolve(other)) : require;
			return this.withoutJudging(() => {
				const exported = load(name.endsWith('.mts') ? join(ROOT, name) : name);
				if (!loaded.has(exported)) loaded.set(exported, Object.getOwnPropertyDescriptors(exported));
				return exported;
			});
		};
		this.found = inventory();
	}

	/** What differs from what the file of tests found, in words. */
	leftovers() {
		if (globalThis.Date === clock) setPackageClock();
		return differences(this.found, inventory());
	}

	/** What is loaded once stays, and so does what it adds to the realm. */
	withoutJudging(load) {
		const before = inventory();
		const exported = load();
		const after = inventory();
		for (const [place] of differences(before, after))
			if (after.has(place)) this.found.set(place, after.get(place));
			else this.found.delete(place);
		return exported;
	}

	async teardown() {
		for (const [exported, descriptors] of loaded) restore(exported, descriptors);
		forgetPackage();
		globalThis.Date = TestDate;
		for (const storage of storages) storage.disable();
		storages.clear();
		for (const name of Object.keys(process.env))
			if (!(name in this.settings)) delete process.env[name];
		Object.assign(process.env, this.settings);
		Object.assign(process, ofProcess);
		globalThis.console = consoleOfProcess;
		this.global = null;
	}

	/** n8n-core reads its settings when it is loaded, so those of the first file are everyone's. */
	keepSettings() {
		for (const [name, value] of Object.entries(process.env))
			if (name.startsWith('N8N_')) this.settings[name] ??= value;
	}
};

function forgetPackage() {
	for (const file of Object.keys(require.cache))
		if (file.startsWith(DIST)) delete require.cache[file];
}

/** What was set last; who replaces the date without it is to put it back. */
let clock = TestDate;

/**
 * From now on it is that moment for n8n-core, the package and the test, not for the simulator;
 * without a moment it is now again.
 */
function setPackageClock(moment) {
	clock = moment ? clockAt(moment) : TestDate;
	globalThis.Date = clock;
}

function restore(exported, descriptors) {
	for (const [name, descriptor] of Object.entries(descriptors)) {
		const { configurable, value, get } = Object.getOwnPropertyDescriptor(exported, name) ?? {};
		if (configurable && (value !== descriptor.value || get !== descriptor.get))
			Object.defineProperty(exported, name, descriptor);
	}
}
