import type { ServiceRequest } from '../../../../credentials/http/request';
import type { Steps } from '../../../../credentials/http/slices';
import { needsKey } from '../../lists/partOf';
import type { Asked, Queries, ReportModelName } from '../../query/queries';
import type { DateRange } from '../../query/eventQuery';
import type { Table } from '../../table/table';
import type { How, ReportWire, Wire } from '../../wire/wire';

/** A query of whichever model, as either generation is asked for it. */
export interface Question {
	/** @throws UserError for what the generation can't be asked */
	request(wire: Wire, range: DateRange | undefined, how: How): ServiceRequest;
	/** The same without groups; undefined where that tells nothing more. */
	withoutGroups(wire: Wire): Question | undefined;
	/**
	 * @param whole the answer to the same without groups, once it was asked for
	 * @throws UnknownForm
	 */
	readSteps(wire: Wire, answer: unknown, whole?: unknown): Steps<Table>;
}

export function questionOf<Model extends ReportModelName>(
	model: Model,
	asked: Asked<Queries[Model]>,
): Question {
	const reportOf = (wire: Wire): ReportWire<Queries[Model]> => {
		const report: ReportWire<Queries[Model]> | undefined = wire.reports[model];
		if (report) return report;
		throw needsKey('This report', wire);
	};
	return {
		request: (wire, range, how) => reportOf(wire).request(asked, range, how),
		withoutGroups(wire) {
			const whole = reportOf(wire).withoutGroups?.(asked);
			return whole && questionOf(model, whole);
		},
		*readSteps(wire, answer, whole) {
			return yield* reportOf(wire).readSteps(answer, asked.query, whole);
		},
	};
}
