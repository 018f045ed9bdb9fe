/** Differences between installations of the OpenAPI; tests switch them. */
export interface Traits {
	/** Answers of 3.0.4 have no `column_infos` and no `rollup_rows`, and integers without `.0`. */
	release: '3.0.4' | '3.0.5';
	/** Documents show rates as percent, servers of 2026 send ratios with four decimals. */
	rates: 'ratio' | 'percent';
	/** Status of an answer whose `code` says that the request was wrong: both occur. */
	statusOfFaults: 400 | 200;
	/** Whether grouped reports have lines of totals among the details. */
	hasTotalLines: boolean;
	/** Prefixes of paths whose module isn't installed. */
	missing: string[];
	/** Work in the background. */
	tasks: {
		/** Polls before a task is done. */
		looks: number;
		/** Why new tasks fail; undefined if they succeed. */
		failure?: string;
	};
	/** Whether an export must name its project by ID: two documents differ. */
	wantsProjectId: boolean;
	/** Whether the file of an export starts with the names of its columns, which isn't documented. */
	hasFileHeader: boolean;
	/**
	 * Keys that lists of users ignore, because their documents don't have them (docs/service.md,
	 * "Users").
	 */
	ignoredByLists: string[];
}

export function defaultTraits(): Traits {
	return {
		release: '3.0.5',
		rates: 'ratio',
		statusOfFaults: 400,
		hasTotalLines: true,
		missing: [],
		tasks: { looks: 2 },
		wantsProjectId: true,
		hasFileHeader: false,
		ignoredByLists: [],
	};
}
