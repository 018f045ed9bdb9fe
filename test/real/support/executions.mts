type Items = Array<{ json: Record<string, unknown>; binary?: Record<string, StoredFile> }>;

/** A file of an item: in base64, or where n8n keeps it. */
export interface StoredFile {
	data: string;
	id?: string;
	fileName?: string;
}

export interface ExecutionResult {
	data: {
		resultData: {
			error?: { message: string };
			runData: Record<string, Array<{ data?: { main: Items[] }; error?: { message: string } }>>;
		};
	};
}

/** The result among what else n8n prints: on one line, or from a line `{` to a line `}`. */
export function readResult(output: string): ExecutionResult {
	const lines = output.split('\n');
	const from = lines.findIndex((line) => line.startsWith('{'));
	const isOneLine = lines[from]?.trimEnd().endsWith('}');
	const to = isOneLine
		? from
		: lines.findIndex((line, index) => index > from && line.trimEnd() === '}');
	return JSON.parse(lines.slice(from, to + 1).join('\n')) as ExecutionResult;
}

/** JSON of the items that a node gave. */
export function rowsOf(result: ExecutionResult, node: string): Array<Record<string, unknown>> {
	return result.data.resultData.runData[node]?.[0]?.data?.main[0]?.map(({ json }) => json) ?? [];
}

/** Files of the items that a node gave. */
export function filesOf(result: ExecutionResult, node: string): StoredFile[] {
	const items = result.data.resultData.runData[node]?.[0]?.data?.main[0] ?? [];
	return items.flatMap(({ binary = {} }) => Object.values(binary));
}
