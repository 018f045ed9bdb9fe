import { atOnce } from '../../../../../../../credentials/http/slices';
import {
	groupPlaces,
	linesSteps,
	readTabular,
} from '../../../../../../../nodes/SensorsAnalytics/api/openapi/table';
import { tabular } from '../../../../../../support/openapiAnswer.mts';

const readLines = (...given: Parameters<typeof linesSteps>) => atOnce(linesSteps(...given));

const city = { of: 'event', event: 'PayOrder', name: 'city' } as const;
const level = { of: 'user', name: 'level' } as const;

describe('the table of an answer', () => {
	it('has the columns of column_infos, whatever the order of metadata_columns', () => {
		const answer = tabular(['date', 'b', '10'], [['d', 1, 2]]);
		expect([...readTabular(answer).places]).toEqual([
			['date', 0],
			['b', 1],
			['10', 2],
		]);
	});

	it('has those of metadata_columns in the order of the text, where there are no others', () => {
		const answer = tabular([], [['d', 1, 2]], {
			column_infos: undefined,
			metadata_columns: { date: 'DATE', b: 'DOUBLE', a: 'DOUBLE' },
		});
		expect([...readTabular(answer).places.keys()]).toEqual(['date', 'b', 'a']);
	});

	it('is not known where JavaScript moved a column', () => {
		const answer = tabular([], [], {
			column_infos: undefined,
			metadata_columns: JSON.parse('{"date":"DATE","10":"DOUBLE"}') as object,
		});
		expect(() => readTabular(answer)).toThrow(
			'The report has an unexpected structure: the name of a column is a number, so the order of the columns is unknown',
		);
	});

	it('has the facts about itself', () => {
		const more = { truncated: true, sampling_factor: 32, data_update_time: '2026-11-21 09:00:00' };
		expect(readTabular(tabular(['a'], [], more)).facts).toEqual({
			isTruncated: true,
			isSampled: true,
			samplingFactor: 32,
			dataUpdatedAt: '2026-11-21 09:00:00',
			answerDates: [],
		});
		expect(readTabular(tabular(['a'], [], { sampling_factor: 64 })).facts.isSampled).toBe(false);
	});

	it.each<[string, unknown, string]>([
		[
			'The report has an unexpected structure: it is not an object',
			'SUCCESS',
			'The report has an unexpected structure: it is not an object',
		],
		['a failure', { code: 'SA-D-32-1', data: {} }, "'code' isn't SUCCESS"],
		['no data', { code: 'SUCCESS' }, "The report has an unexpected structure: 'data' is missing"],
		[
			'empty data',
			{ code: 'SUCCESS', data: {} },
			"The report has an unexpected structure: both 'column_infos' and 'metadata_columns' are missing",
		],
		['a nameless column', tabular([''], []), 'column 1 has no name'],
		['columns of one name', tabular(['a', 'a'], []), 'two columns have the same name'],
		['a short row', tabular(['a', 'b'], [[1]]), "row 1 of 'detail_rows' has 1 cells for 2 columns"],
		[
			'a row of totals that is too long',
			tabular(['a'], [], { rollup_rows: [[1, 2]] }),
			"row 1 of 'rollup_rows' has 2 cells",
		],
		[
			'rows that are none',
			tabular(['a'], [], { detail_rows: {} }),
			"The report has an unexpected structure: 'detail_rows' isn't a list",
		],
		['a row that is none', tabular(['a'], [{} as never]), "row 1 of 'detail_rows' isn't a list"],
	])('is an unknown form: %s', (_, answer, what) => {
		expect(() => readTabular(answer)).toThrow(what);
	});

	it('may have no rows, which some services leave out', () => {
		expect(readTabular(tabular(['a'], [], { detail_rows: undefined })).details).toEqual([]);
	});
});

describe('groups', () => {
	const placesIn = (columns: string[], groups: Array<typeof city | typeof level>) =>
		groupPlaces(readTabular(tabular(columns, [])), groups);

	it('are found under any event, in the order of the query', () => {
		expect(placesIn(['user.level', 'n', 'event.$Anything.city'], [city, level])).toEqual([2, 0]);
		expect(placesIn(['event.PayOrder.city', 'event.$Anything.city'].slice(0, 1), [city])).toEqual([
			0,
		]);
	});

	it.each<[string, string[], Array<typeof city | typeof level>, string]>([
		['none', ['n'], [city], 'no column for event.PayOrder.city'],
		['of users is none of events', ['user.city'], [city], 'no column for event.PayOrder.city'],
		[
			'several',
			['event.A.city', 'event.B.city'],
			[city],
			'several columns for event.PayOrder.city',
		],
		['unasked', ['n', 'user.level'], [], "column 2 isn't a requested group"],
	])('%s', (_, columns, groups, what) => {
		expect(() => placesIn(columns, groups)).toThrow(what);
	});

	it('of totals are left out, and dates are no group', () => {
		const answer = tabular(
			['event.$Anything.city', 'n'],
			[
				['Riga', 1],
				['$layer_total_reserved_word', 3],
				['$ALL', 3],
				[null, 2],
			],
		);
		const time = { of: 'event', event: 'A', name: '$time' } as const;
		const { lines, grouping } = readLines(answer, [time, city], []);
		expect(lines.map(({ group, cells, name }) => [group, cells.n, name])).toEqual([
			[['Riga'], 1, 'row 1'],
			[[null], 2, 'row 4'],
		]);
		expect(grouping.columns.map(({ key }) => key)).toEqual(['city']);
	});
});
