/** How numbers are computed from a column of a dataset (docs/service.md, "Datasets"). */
export interface DatasetAggregation {
	/** Name in the platform's vocabulary. */
	value: string;
	label: string;
	/** Its name in the platform's own interface. */
	interfaceName: string;
	/** Whether text and dates have it, too. */
	ofAll?: true;
}

export const DATASET_AGGREGATIONS: readonly DatasetAggregation[] = [
	{ value: 'SUM', label: 'Sum', interfaceName: '求和' },
	{ value: 'AVG', label: 'Average', interfaceName: '平均数' },
	{ value: 'COUNT', label: 'Count', interfaceName: '计数', ofAll: true },
	{
		value: 'UNIQ_COUNT',
		label: 'Count of Distinct Values',
		interfaceName: '去重计数',
		ofAll: true,
	},
	{ value: 'MAX', label: 'Maximum', interfaceName: '最大值', ofAll: true },
	{ value: 'MIN', label: 'Minimum', interfaceName: '最小值', ofAll: true },
	{ value: 'APPX_MEDIAN', label: 'Median (Approximate)', interfaceName: '中位数' },
	{ value: 'STDDEV_POP', label: 'Standard Deviation', interfaceName: '标准差' },
	{ value: 'VAR_POP', label: 'Variance', interfaceName: '方差' },
];
