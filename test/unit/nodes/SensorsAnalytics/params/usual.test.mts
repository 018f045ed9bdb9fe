import { readUsual } from '../../../../../nodes/SensorsAnalytics/params/usual';

const DAYS = [
	{ from: '2026-11-12', to: '2026-11-12' },
	{ from: '2026-12-10', to: '2026-12-12' },
];

it.each([
	['a text', '2026-11-12, 2026-12-10 to 2026-12-12'],
	['a list', ['2026-11-12', '2026-12-10 to 2026-12-12']],
	['dates of expressions', [new Date('2026-11-11T23:00:00Z'), '2026-12-10~2026-12-12']],
])('special days are read from %s', (_name, specialDays) => {
	expect(readUsual({ usualRange: 'all', specialDays }, 'Asia/Shanghai')?.own).toEqual(DAYS);
});
