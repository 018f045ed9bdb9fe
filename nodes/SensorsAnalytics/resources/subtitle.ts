import { eventFieldsIn } from '../form/eventFields';
import { filterPlaces, isFilteredIn } from '../form/filterPlaces';
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
 * An expression for the line below the node's name: what is asked (`PayOrder by city, filtered,
 * yesterday`); what the node does, in the words of the node panel, where nothing is filled in yet.
 * A filter is named, as n8n keeps it for another operation, where it may be folded out of sight.
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
	const isGiven = `["json", "definition"].includes(${p}["queryMode"])`;
	const places = Object.fromEntries(
		resources.flatMap(({ operations }) =>
			operations.map(({ option, fields: own }) => [String(option.value), filterPlaces(own)]),
		),
	);
	const own = `((${JSON.stringify(places)})[${p}["operation"]] ?? [])`;
	const filtered = `(!${isGiven} && ${isFilteredIn(own)} ? "filtered" : "")`;
	const asked = `[${whats}.slice(0, 2).join(", ") + (${whats}.length > 2 ? " …" : ""), ...[${groups}.join(", ")].filter((x) => x)].join(" by ")`;
	return `={{ (${whats}.length === 0 || ${isGiven} ? [${action}, ${filtered}] : [${asked}, ${filtered}, ${range}]).filter((x) => x).join(", ") }}`;
}
