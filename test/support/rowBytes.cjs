/**
 * Prints, as JSON, how many bytes a row takes, for each case in the argument. In a process of its
 * own, because each measurement collects garbage several times, which in a process of jest with all
 * that it has loaded takes a hundred times as long: `node --expose-gc test/support/rowBytes.cjs …`.
 */
const { Module } = require('node:module');
const { transformFileSync } = require('@swc/core');

const { SOURCES_OF_TESTS } = require('./sourcesOfTests.js');

for (const extension of ['.ts', '.mts'])
	Module._extensions[extension] = (module, file) =>
		module._compile(transformFileSync(file, SOURCES_OF_TESTS).code, file);
const { atOnce } = require('../../credentials/http/slices.ts');
const { blockRows, listRows } = require('../../nodes/SensorsAnalytics/table/table.ts');
const { city, date, orders } = require('./tables.mts');

const ROWS = 5_000;
const POINTS = 10_000;
const ROWS_FILE = require.resolve('../../nodes/SensorsAnalytics/output/rows.ts');

/** Returns the bytes of a row with this number of columns if the first report of the process has `first` columns. */
function bytesAfter({ first, columns }) {
	// Its shapes of rows are those of the reports that it has seen.
	delete require.cache[ROWS_FILE];
	const { toRows } = require(ROWS_FILE);
	const rowsWith = (count, length) =>
		toRows({
			columns: Array.from({ length: count }, (_, at) => ({ ...orders, key: `m${at}` })),
			rows: listRows(Array(length).fill(Array(count).fill(1))),
		});
	rowsWith(first, 20);
	return bytesOfEach(() => rowsWith(columns, ROWS));
}

/** Returns the bytes of a row for each date, with a key for each group. */
function bytesOfDate({ groups: count }) {
	const { wideSteps } = require(ROWS_FILE);
	const points = Array.from({ length: POINTS }, (_, day) => `day ${day}`);
	const groups = Array.from({ length: count }, (_, at) => ({
		group: [`group ${at}`],
		values: Array(points.length).fill([1]),
	}));
	const rows = blockRows({ points, groups });
	const table = { columns: [date, city, orders], rows, points, isTruncated: false };
	table.rows.toArray();
	return bytesOfEach(() => atOnce(wideSteps(table, { _sampled: true }, [])));
}

/** Returns the median of five measurements: what was made before may be freed during one. */
function bytesOfEach(make) {
	const all = Array.from({ length: 5 }, () => {
		gc();
		const before = process.memoryUsage().heapUsed;
		const made = make();
		gc();
		return (process.memoryUsage().heapUsed - before) / made.length;
	});
	return all.sort((a, b) => a - b)[2];
}

const cases = JSON.parse(process.argv[2]);
console.log(JSON.stringify(cases.map((one) => (one.groups ? bytesOfDate : bytesAfter)(one))));
