import type { Words } from '../words';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const UNITS: { [unit: string]: string } = { day: 'Day', week: 'Week', month: 'Month' };

export const english: Words = {
	language: 'en',
	dates: 'en-GB',
	report: 'Report',
	noRows: 'No rows',
	none: '(none)',
	headings: {
		date: 'Date',
		initial_users: 'Users',
		users: 'Users',
		percent: 'Share',
		period: 'Period',
		step: 'Step',
		event: 'Event',
		percent_of_previous: 'Of the step before',
		percent_of_first: 'Of the first step',
		bucket: 'Range',
		bucket_from: 'From',
		bucket_to: 'To below',
		total_users: 'All users',
	},
	title: (measures, groups, dates) =>
		[`${measures}${groups && ` by ${groups}`}`, dates].filter(Boolean).join(', '),
	funnel: (first, last) => `Funnel: ${first} → ${last}`,
	retention: 'Retention',
	distribution: 'Distribution',
	comparedWith: (range, other, isBeside) =>
		`${range}, compared with ${other}${isBeside ? ' (in brackets)' : ''}`,
	before: (measure) => `${measure} (before)`,
	beside: (number, before) => `${number} (${before})`,
	total: (measures) => `Total: ${measures}`,
	highlight: {
		whole: (measure, number) => `${measure} ${number}`,
		change: (percent, isMore, before) =>
			`${percent} ${isMore ? 'more' : 'less'} than before (${before})`,
		same: (before, isExact) => `${isExact ? '' : 'about '}as many as before (${before})`,
		most: (name, number) => `${name} most (${number})`,
		gained: (name, number) => `${name} gained most (${number})`,
		lost: (name, number) => `${name} lost most (${number})`,
		highest: (date, number) => `most on ${date} (${number})`,
		lowest: (date, number) => `least on ${date} (${number})`,
		funnel: (first, last, percent) => `${last} of ${first} users took all steps (${percent})`,
		dropped: (step, number, percent) => `most were lost before ‘${step}’: ${number} (${percent})`,
		retained: (period, percent) => `${period}: ${percent}`,
	},
	period: (count, unit = '') => `${UNITS[unit] ?? 'Period'} ${count}`,
	bucket: (from, to) => {
		if (from === null) return to === null ? 'All' : `Below ${to}`;
		return to === null ? `${from} or more` : `${from} to below ${to}`;
	},
	weighted: 'All, weighted by users',
	lost: 'Lost',
	conversion: 'Took all steps',
	moreRows: (count) => `${plural(count, 'more row', 'more rows')} not shown`,
	moreColumns: (count) => `${plural(count, 'more column', 'more columns')} not shown`,
	moreGroups: (count) => `${plural(count, 'more group', 'more groups')} not shown`,
	largestGroups: (count, all) => `The chart shows the ${count} largest of ${all} groups`,
	firstGroups: (count, all) => `The chart shows the first ${count} of ${all} groups`,
	firstMeasures: (count, all) => `The chart shows the first ${count} of ${all} measures`,
	lastPoints: (count, all) => `The chart shows the last ${count} of ${all} points in time`,
	leftOutOfChart: (names) => `Not in the chart, as values are missing: ${names}`,
	noRoomForChart: 'The chart has too many points for a message',
	pointsWithoutNumber: (count) =>
		`The chart leaves out ${plural(count, 'point', 'points')} in time, as values are missing`,
	belowZero: 'Numbers below 0 are drawn in orange',
	isNew: 'new',
	truncated: 'Sensors Analytics left out rows: the result is truncated',
	sampled: 'Computed from a sample: the numbers are estimates',
	open: 'Open',
	comma: ', ',
	semicolon: '; ',
	colon: ': ',
	stop: '.',
};
