import type { Words } from '../words';

const UNITS: { [unit: string]: string } = { day: '天', week: '周', month: '月' };

export const chinese: Words = {
	language: 'zh',
	dates: 'zh-CN',
	report: '报表',
	nothingOver: '所选日期内尚无已结束的周期',
	noRows: '没有数据',
	none: '（空）',
	headings: {
		date: '日期',
		initial_users: '初始用户数',
		users: '用户数',
		percent: '占比',
		period: '周期',
		step: '步骤',
		event: '事件',
		percent_of_previous: '上一步转化率',
		percent_of_first: '总转化率',
		bucket: '区间',
		bucket_from: '下限',
		bucket_to: '上限（不含）',
		total_users: '总人数',
		from: '从',
		to: '到',
		times: '次数',
	},
	title: (measures, groups, dates) =>
		[`${measures}${groups && `（按${groups}）`}`, dates].filter(Boolean).join('，'),
	funnel: (steps) => `漏斗：${steps.join(' → ')}`,
	retention: (events, isChurn) =>
		[isChurn ? '流失' : '留存', events.join(' → ')].filter(Boolean).join('：'),
	distribution: (event) => ['分布', event].filter(Boolean).join('：'),
	paths: '用户路径',
	pathEnd: '（结束）',
	pathStart: '（开始）',
	comparedWith: (range, other, isBeside) =>
		`${range}，对比 ${other}${isBeside ? '（括号内）' : ''}`,
	before: (measure) => `${measure}（对比期）`,
	beside: (number, before) => `${number}（${before}）`,
	total: (measures) => `合计：${measures}`,
	highlight: {
		whole: (measure, number) => `${measure} ${number}`,
		change: (percent, isMore, before) => `比对比期${isMore ? '多' : '少'} ${percent}（${before}）`,
		same: (before, isExact) => `与对比期${isExact ? '' : '基本'}持平（${before}）`,
		most: (name, number) => `${name} 最多（${number}）`,
		least: (name, number) => `${name} 最少（${number}）`,
		gained: (name, number) => `${name} 增加最多（${number}）`,
		lost: (name, number) => `${name} 减少最多（${number}）`,
		highest: (date, number) => `${date} 最高（${number}）`,
		lowest: (date, number) => `${date} 最低（${number}）`,
		funnel: (first, last, percent) => `${first} 名用户中 ${last} 名完成全部步骤（${percent}）`,
		dropped: (step, number, percent) => `在“${step}”之前流失最多：${number}（${percent}）`,
		retained: (told, isChurn, unit = '') => {
			const shares = told.map(({ count, percent }) => `${chinese.period(count, unit)} ${percent}`);
			return `全部用户中${isChurn ? '未回访' : '回访'}的占比：${shares.join('，')}`;
		},
	},
	period: (count, unit = '') =>
		count === 0 ? `当${UNITS[unit] ?? '期'}` : `第 ${count} ${UNITS[unit] ?? '期'}`,
	bucket: (from, to) => {
		if (from === null) return to === null ? '全部' : `小于 ${to}`;
		return to === null ? `${from} 及以上` : `${from} 至 ${to}（不含）`;
	},
	allUsers: '全部用户',
	lost: '流失',
	lostBefore: (step) => `在 ${step} 之前流失`,
	conversion: '完成全部步骤',
	moreRows: (count) => `还有 ${count} 行未显示`,
	moreColumns: (count) => `还有 ${count} 列未显示`,
	moreGroups: (count) => `还有 ${count} 个分组未显示`,
	largestGroups: (count, all) => `图表仅显示 ${all} 个分组中最大的 ${count} 个`,
	firstGroups: (count, all) => `图表仅显示 ${all} 个分组中的前 ${count} 个`,
	firstMeasures: (count, all) => `图表仅显示 ${all} 个指标中的前 ${count} 个`,
	lastPoints: (count, all) => `图表仅显示 ${all} 个时间点中的最后 ${count} 个`,
	leftOutOfChart: (names) => `因缺少数值未画入图表：${names}`,
	noRoomForChart: '图表的数据点太多，消息放不下',
	pointsWithoutNumber: (count) => `图表因缺少数值省略了 ${count} 个时间点`,
	belowZero: '负数以橙色显示',
	isNew: '新增',
	windowCut: (day) => `${day} 之后的步骤不计入：临近该日进入的用户转化时间较短`,
	truncated: '神策分析未返回全部数据：结果已截断',
	sampled: '由抽样数据计算：数值为估计值',
	open: '查看',
	comma: '，',
	semicolon: '；',
	colon: '：',
	stop: '。',
};
