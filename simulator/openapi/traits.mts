/** In what installations of the OpenAPI differ; tests switch them. */
export interface Traits {
	/** Answers of 3.0.4 have no `column_infos` and no `rollup_rows`, and whole numbers without `.0`. */
	release: '3.0.4' | '3.0.5';
	/** Documents show rates as percent, servers of 2026 send ratios with four decimals. */
	rates: 'ratio' | 'percent';
	/** Status of an answer whose `code` says that the request was wrong: both were seen. */
	statusOfFaults: 400 | 200;
	/** Lines of totals among the details of grouped reports. */
	hasTotalLines: boolean;
	/** Prefixes of paths whose module is not installed. */
	missing: string[];
	/** Work in the background. */
	tasks: {
		/** How often one looks before a task is done. */
		looks: number;
		/** Why tasks that are started from now on fail; they don't, if left out. */
		failure?: string;
	};
	/** Whether an export has to name its project by number: two papers differ. */
	wantsProjectId: boolean;
	/** Whether the file of an export begins with the names of its columns: not documented. */
	hasFileHeader: boolean;
	/** Keys that lists of users ignore, as their documents don't have them (docs/service.md, "Users"). */
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
