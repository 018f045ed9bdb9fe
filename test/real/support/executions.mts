type Items = Array<{ json: Record<string, unknown> }>;

export interface ExecutionResult {
	data: {
		resultData: {
			error?: { message: string };
			runData: Record<string, Array<{ data?: { main: Items[] } }>>;
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
