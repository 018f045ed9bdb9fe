import type { Words } from '../words';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const UNITS: { [unit: string]: string } = { day: 'Day', week: 'Week', month: 'Month' };

export const english: Words = {
	language: 'en',
	dates: 'en-GB',
	report: 'Report',
	noRows: 'No rows',
	nothingOver: 'No period of these dates is over yet',
	none: '(none)',
	headings: {
		date: 'Date',
		initial_users: 'Users at start',
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
		group: 'Group',
		from: 'From',
		to: 'To',
		times: 'Times',
	},
	title: (measures, groups, dates) =>
		[`${measures}${groups && ` by ${groups}`}`, dates].filter(Boolean).join(', '),
	funnel: (steps) => `Funnel: ${steps.join(' → ')}`,
	retention: (events, isChurn) =>
		[isChurn ? 'Churn' : 'Retention', events.join(', then ')].filter(Boolean).join(': '),
	distribution: (event) => ['Distribution', event].filter(Boolean).join(': '),
	paths: 'Paths',
	pathEnd: '(end)',
	pathStart: '(start)',
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
		least: (name, number) => `${name} least (${number})`,
		gained: (name, number) => `${name} gained most (${number})`,
		lost: (name, number) => `${name} lost most (${number})`,
		highest: (date, number) => `most on ${date} (${number})`,
		lowest: (date, number) => `least on ${date} (${number})`,
		funnel: (first, last, percent) => `${last} of ${first} users took all steps (${percent})`,
		dropped: (step, number, percent) => `most were lost before ‘${step}’: ${number} (${percent})`,
		retained: (told, isChurn, unit = 'period') => {
			const shares = told.map(
				({ count, percent }) => `${percent} ${unit === 'day' ? 'on' : 'in'} ${unit} ${count}`,
			);
			return `Of all users, ${isChurn ? 'stayed away' : 'came back'}: ${shares.join(', ')}`;
		},
	},
	period: (count, unit = '') => {
		const name = UNITS[unit] ?? 'Period';
		return count === 0 ? `Same ${name.toLowerCase()}` : `${name} ${count}`;
	},
	bucket: (from, to) => {
		if (from === null) return to === null ? 'All' : `Below ${to}`;
		return to === null ? `${from} or more` : `${from} to below ${to}`;
	},
	starts: 'Starts',
	mostUsers: 'Most users',
	nothingToTell: 'No numbers',
	allUsers: 'All users',
	lost: 'Lost',
	lostBefore: (step) => `Lost before ${step}`,
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
	windowCut: (day) =>
		`Steps after ${day} do not count: users who started shortly before had less time`,
	truncated: 'Sensors Analytics left out rows: the result is truncated',
	sampled: 'Computed from a sample: the numbers are estimates',
	open: 'Open',
	comma: ', ',
	semicolon: '; ',
	colon: ': ',
	stop: '.',
};
