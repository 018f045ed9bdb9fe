import { eventFieldsIn } from '../form/eventFields';
import type { Resource } from './operation';

/** Fields that hold what else may be asked for, and what stands before it where it is a number. */
const PICKED = { savedReport: 'report ', dataset: 'dataset ', userGroup: '', property: '' };
const RANGES = {
	yesterday: 'yesterday',
	today: 'today',
	thisWeek: 'this week',
	lastWeek: 'last week',
	thisMonth: 'this month',
	lastMonth: 'last month',
	thisQuarter: 'this quarter',
	lastQuarter: 'last quarter',
	thisYear: 'this year',
	lastYear: 'last year',
};

/**
 * An expression for the line below the node's name: what is asked (`PayOrder by city, yesterday`);
 * what the node does, in the words of the node panel, where nothing is filled in yet.
 */
export function describeSubtitle(resources: readonly Resource[]): string {
	const actions = Object.fromEntries(
		resources.flatMap(({ operations }) =>
			operations.map(({ option }) => [String(option.value), option.action] as const),
		),
	);
	const p = '$parameter';
	// Of a picked or typed field; what another field gives at run time is not known here.
	const name = (of: string) => `[(${of})?.value ?? ${of}].map((x) => String(x ?? ""))`;
	const plain = '.filter((x) => x && !x.startsWith("=") && x !== "[object Object]")';
	const fields = resources.flatMap(({ operations }) => operations.flatMap((own) => own.fields));
	const { alone, inRows } = eventFieldsIn(fields);
	const events = [
		...inRows.map(
			({ list, row, field }) =>
				`...(${p}["${list}"]?.${row} ?? []).flatMap((row) => ${name(`row.${field}`)}.map((x) => row.measureType === "formula" ? row.outputName : x))`,
		),
		...alone.map((field) => `...${name(`${p}["${field}"]`)}`),
		...Object.entries(PICKED).map(
			([field, what]) =>
				`...${name(`${p}["${field}"]`)}${plain}.map((x) => ${JSON.stringify(what)} + x)`,
		),
	].join(', ');
	const groups = `[...(${p}["groupBy"]?.group ?? []).flatMap((row) => ${name('row.field')}), ...${name(`${p}["groupByField"]`)}]${plain}.map((x) => x.split(".").pop())`;
	const range = `(${JSON.stringify(RANGES)})[${p}["dateRange"]] ?? (${p}["dateRange"] === "last" ? "last " + ${p}["lastCount"] + " " + ${p}["lastUnit"] : "")`;
	const whats = `[...new Set([${events}]${plain})]`;
	const action = `(${JSON.stringify(actions)})[${p}["operation"]]`;
	return `={{ ${whats}.length === 0 || ${p}["queryMode"] === "json" ? ${action} : [[${whats}.slice(0, 2).join(", ") + (${whats}.length > 2 ? " …" : ""), ...[${groups}.join(", ")].filter((x) => x)].join(" by "), ${range}].filter((x) => x).join(", ") }}`;
}
