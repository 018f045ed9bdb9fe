/** Queries in JSON, read as the node reads them on 21 November 2026, a Saturday. */
import type { NameResolver } from '../../nodes/SensorsAnalytics/params/names';
import { ProjectNames, TypedNames } from '../../nodes/SensorsAnalytics/params/names';
import { readDefinitionText } from '../../nodes/SensorsAnalytics/params/queryMode';
import type { CatalogEntry } from '../../nodes/SensorsAnalytics/query/entities';
import type { Queries, ReportModelName } from '../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../nodes/SensorsAnalytics/reports/registry';
import type { Defined, Report } from '../../nodes/SensorsAnalytics/reports/report';
import { readJson } from '../../nodes/SensorsAnalytics/reports/report';

export const TODAY = { today: '2026-11-21', firstWeekday: 1, timeZone: 'Asia/Shanghai' } as const;

/** A query as object or text. */
export function define<Model extends ReportModelName>(
	model: Model,
	query: unknown,
	names: NameResolver = new TypedNames(),
): Defined<Queries[Model]> {
	const report = reports[model] as unknown as Report<Model>;
	const json = readDefinitionText(query, report.example);
	return readJson(report, json, { names, now: TODAY });
}

/** The message of an error; '' if there is none. */
export function faultOf(run: () => unknown): string {
	try {
		run();
		return '';
	} catch (error) {
		return (error as Error).message;
	}
}

const entry = (name: string, displayName: string, kind?: CatalogEntry['kind']): CatalogEntry => ({
	name,
	displayName,
	...(kind ? { kind } : {}),
});

/** A small project; two events are displayed alike, and so are a property of events and one of users. */
export const shop = () =>
	new ProjectNames({
		events: [
			entry('PayOrder', '支付订单'),
			entry('SubmitOrder', '提交订单'),
			entry('OldPay', '支付'),
			entry('NewPay', '支付'),
			entry('$pageview', '页面浏览'),
		],
		userProperties: [
			entry('city', '城市', 'text'),
			entry('level', '会员等级', 'text'),
			entry('age', '年龄', 'number'),
		],
		eventProperties: new Map([
			[
				'PayOrder',
				[
					entry('city', '城市', 'text'),
					entry('amount', '订单金额', 'number'),
					entry('order_id', 'Order ID', 'text'),
					entry('is_first', '是否首单', 'boolean'),
					entry('paid_at', '支付时间', 'date'),
					entry('tags', '标签', 'list'),
					entry('anything', 'Whatever'),
					entry('phone', '手机', 'text'),
					entry('mobile', '手机', 'text'),
				],
			],
		]),
	});
