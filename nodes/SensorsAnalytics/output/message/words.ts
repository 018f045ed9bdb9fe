/** The few words of a message that aren't the user's. */
export interface Words {
	/** BCP 47, of the words. */
	language: string;
	report: string;
	noRows: string;
	/** A missing value of a group. */
	none: string;
	comparedWith: (range: string, other: string) => string;
	before: (measure: string) => string;
	moreRows: (count: number) => string;
	moreColumns: (count: number) => string;
	largestGroups: (count: number, all: number) => string;
	firstMeasures: (count: number, all: number) => string;
	lastPoints: (count: number, all: number) => string;
	leftOutOfChart: (names: string) => string;
	noRoomForChart: string;
	/** Points in time that a chart can not show. */
	pointsWithoutNumber: (count: number) => string;
	/** In place of a change, where there was nothing before. */
	isNew: string;
	truncated: string;
	sampled: string;
}

const english: Words = {
	language: 'en',
	report: 'Report',
	noRows: 'No rows',
	none: '(none)',
	comparedWith: (range, other) => `${range}, compared with ${other}`,
	before: (measure) => `${measure} (before)`,
	moreRows: (count) => `${count} more ${count === 1 ? 'row' : 'rows'} not shown`,
	moreColumns: (count) => `${count} more ${count === 1 ? 'column' : 'columns'} not shown`,
	largestGroups: (count, all) => `The chart shows the ${count} largest of ${all} groups`,
	firstMeasures: (count, all) => `The chart shows the first ${count} of ${all} measures`,
	lastPoints: (count, all) => `The chart shows the last ${count} of ${all} points in time`,
	leftOutOfChart: (names) => `Not in the chart, as values are missing: ${names}`,
	noRoomForChart: 'The chart has too many points for a message',
	pointsWithoutNumber: (count) =>
		`The chart leaves out ${count} ${count === 1 ? 'point' : 'points'} in time, as values are missing`,
	isNew: 'new',
	truncated: 'Sensors Analytics left out rows: the result is truncated',
	sampled: 'Computed from a sample: the numbers are estimates',
};

const chinese: Words = {
	language: 'zh',
	report: '报表',
	noRows: '没有数据',
	none: '（空）',
	comparedWith: (range, other) => `${range}，对比 ${other}`,
	before: (measure) => `${measure}（对比期）`,
	moreRows: (count) => `还有 ${count} 行未显示`,
	moreColumns: (count) => `还有 ${count} 列未显示`,
	largestGroups: (count, all) => `图表仅显示 ${all} 个分组中最大的 ${count} 个`,
	firstMeasures: (count, all) => `图表仅显示 ${all} 个指标中的前 ${count} 个`,
	lastPoints: (count, all) => `图表仅显示 ${all} 个时间点中的最后 ${count} 个`,
	leftOutOfChart: (names) => `因缺少数值未画入图表：${names}`,
	noRoomForChart: '图表的数据点太多，消息放不下',
	pointsWithoutNumber: (count) => `图表因缺少数值省略了 ${count} 个时间点`,
	isNew: '新增',
	truncated: '神策分析未返回全部数据：结果已截断',
	sampled: '由抽样数据计算：数值为估计值',
};

/** Chinese for Chinese locales, English for all others. */
export function wordsOf(locale: string): Words {
	return new Intl.Locale(locale).language === 'zh' ? chinese : english;
}
