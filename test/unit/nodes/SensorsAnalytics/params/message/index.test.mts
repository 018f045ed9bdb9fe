import {
	messageFields,
	readMessageOptions,
} from '../../../../../../nodes/SensorsAnalytics/params/message';
import { OPTIONS } from '../../../../../support/digests.mts';

const read = (message: object, more: { [field: string]: unknown } = {}) =>
	readMessageOptions((name) => {
		const fields: { [field: string]: unknown } = {
			output: 'markdown',
			message,
			messageTitle: 'T',
			...more,
		};
		return fields[name] ?? '';
	});

describe('what a message shall look like', () => {
	it('has defaults if nothing is selected', () => {
		expect(read({})).toEqual({
			...OPTIONS,
			title: 'T',
			layout: 'digest',
			limits: undefined,
		});
	});

	it('by the names of its fields, in the order of the alphabet', () => {
		const message = messageFields.find(({ name }) => name === 'message');
		const labels = (message?.options ?? []).map((option) =>
			'displayName' in option ? option.displayName : '',
		);
		expect([messageFields[0]?.name, labels.length]).toEqual(['messageTitle', 23]);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
	});

	it('in a language, in that of the project, or in the locale that was typed', () => {
		const localeOf = (messageLanguage: string, locale = '') => {
			const { numbers, isProjectLanguage } = read({ locale }, { messageLanguage });
			return [numbers.locale, isProjectLanguage ?? false];
		};
		expect(localeOf('zh-CN')).toEqual(['zh-CN', false]);
		expect(localeOf('project')).toEqual(['en-US', true]);
		expect(localeOf('project', 'de-DE')).toEqual(['de-DE', false]);
		expect(localeOf('zh-CN', 'de-DE')).toEqual(['de-DE', false]);
	});

	it('always, only with numbers, or only beyond a change', () => {
		const when = (messageWhen: string, messageChange: unknown = 5) =>
			read({}, { messageWhen, messageChange }).sendIf;
		expect(when('always')).toBeUndefined();
		expect(when('data')).toEqual({});
		expect(read({}, { messageWhen: 'data', output: 'rows' }).sendIf).toBeUndefined();
		expect(when('change')).toEqual({ change: 5 });
		expect(() => when('change', 'a lot')).toThrow(
			"'Change (%)' isn't a number: 'a lot'. Enter a number such as 10",
		);
		expect(() => when('change', -1)).toThrow(
			"'Change (%)' must be a number from 0 to 1000000, not '-1'",
		);
	});
});
