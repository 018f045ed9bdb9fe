import type { IDataObject } from 'n8n-workflow';

import { askReport } from '../../../../../support/askReport.mts';

const requestedBy = async (form: IDataObject) =>
	await askReport({ dateRange: 'custom', toDate: '2025-12-31', unit: 'hour', ...form }, () => ({
		series: [],
		rows: [],
	}));
/** 40,008 hours, and a day less of them. */
const [JUST_TOO_LONG, JUST_SHORT_ENOUGH] = ['2021-06-09', '2021-06-10'];

it.each([
	[
		'by hour',
		{ fromDate: JUST_TOO_LONG },
		"The report requests 40,008 hours at once, but the maximum is 40,000. Choose a longer 'Unit', a shorter 'Date Range' or the option 'Split Range (Days)' (31 days take 54 requests)",
	],
	['compared', { fromDate: '2023-09-01', compareWith: 'lastYear' }, '40,944 hours in both ranges'],
	[
		'by minute',
		{ fromDate: '2025-12-04', unit: 'other', otherUnit: 'minute' },
		'40,320 minutes at once',
	],
	[
		'by second',
		{ fromDate: '2025-12-31', unit: 'other', otherUnit: 'SECOND' },
		'86,400 seconds at once',
	],
	['not filled', { fromDate: JUST_TOO_LONG, options: { fillGaps: false } }, '40,008 hours at once'],
	[
		'in slices that are too long',
		{ fromDate: '2016-01-01', options: { sliceDays: 1700 } },
		"40,800 hours at once, but the maximum is 40,000. Choose a longer 'Unit' or a shorter 'Date Range'",
	],
])('more points than a request supports, %s, are refused', async (_, form, says) => {
	await expect(requestedBy(form)).rejects.toThrow(says);
});

it.each([
	[{ fromDate: JUST_SHORT_ENOUGH }, 1],
	[{ fromDate: JUST_TOO_LONG, options: { sliceDays: 1600 } }, 2],
	[{ fromDate: JUST_TOO_LONG, unit: 'day' }, 1],
])('the maximum is requested: %j', async (form, requests) => {
	expect((await requestedBy(form)).bodies).toHaveLength(requests);
});
