import { eventFieldsIn } from '../form/eventFields';
import type { Resource } from './operation';

/** Fields that hold what else may be asked for, told behind the events. */
const PICKED = ['savedReport', 'userGroup', 'dataset', 'property'];
/** The one that goes without saying. */
const COMMON = 'getEventReport';
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
 * An expression for the line below the node's name: what is asked (`PayOrder by city, yesterday`),
 * behind what else than an event report (`Funnel: ViewProduct, PayOrder`); what the node does, in the
 * words of the node panel, where nothing is filled in yet.
 */
export function describeSubtitle(resources: readonly Resource[]): string {
	const actions = Object.fromEntries(
		resources.flatMap(({ operations }) =>
			operations.map(({ option }) => [String(option.value), option.action] as const),
		),
	);
	const kinds = Object.fromEntries(
		Object.entries(actions).flatMap(([operation, action = '']) =>
			operation === COMMON ? [] : [[operation, kindOf(action)] as const],
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
		...[...alone, ...PICKED].map((field) => `...${name(`${p}["${field}"]`)}`),
	].join(', ');
	const groups = `[...(${p}["groupBy"]?.group ?? []).flatMap((row) => ${name('row.field')}), ...${name(`${p}["groupByField"]`)}]${plain}.map((x) => x.split(".").pop())`;
	const range = `(${JSON.stringify(RANGES)})[${p}["dateRange"]] ?? (${p}["dateRange"] === "last" ? "last " + ${p}["lastCount"] + " " + ${p}["lastUnit"] : "")`;
	const whats = `[...new Set([${events}]${plain})]`;
	const own = (texts: object) => `(${JSON.stringify(texts)})[${p}["operation"]]`;
	const kind = `[${own(kinds)}].filter((x) => x).map((x) => x + ": ").join("")`;
	return `={{ ${whats}.length === 0 || ${p}["queryMode"] === "json" ? ${own(actions)} : ${kind} + [[${whats}.slice(0, 2).join(", ") + (${whats}.length > 2 ? " …" : ""), ...[${groups}.join(", ")].filter((x) => x)].join(" by "), ${range}].filter((x) => x).join(", ") }}`;
}

/** `Funnel` of `Get a funnel report`, `Members of a user group`, `Compute a user group`. */
function kindOf(action: string): string {
	const words = action.replace(/^Get (?:an? (.{1,99}) report$|(?:an?|the|many) )/, '$1');
	return words.charAt(0).toUpperCase() + words.slice(1);
}
