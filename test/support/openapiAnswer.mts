/** Answers of the OpenAPI, as its documents show them. */
type Json = unknown;

/** An envelope around a table of rows. */
export function tabular(columns: readonly string[], rows: Json[][], more: object = {}): object {
	return {
		code: 'SUCCESS',
		request_id: '21181032a2d85cc8f8bd403b8d374c19',
		data: {
			truncated: false,
			column_infos: columns.map((name) => ({ column_name: name, data_type: 'STRING' })),
			metadata_columns: Object.fromEntries(columns.map((name) => [name, 'STRING'])),
			detail_rows: rows,
			...more,
		},
	};
}
