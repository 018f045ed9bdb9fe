import { type Connection, wayOf } from '../../../credentials/ways';
import type { Generation } from '../../../credentials/ways/way';
import type { Queries } from '../query/query';
import type { Lists, ReportWire, SqlWire } from './api';
import { legacy } from './legacy/api';
import { openapi } from './openapi/api';
import type { datasetsWire } from './openapi/datasets';
import type { alarmsWire } from './openapi/lists';
import type { groupsWire } from './openapi/userGroups';
import type { usersWire } from './openapi/users';

/** Chooses a generation of the API; no other file does. */

/** One generation of the API: neutral queries in, neutral results out. */
export interface Wire {
	/** Name in the service's documents, for people. */
	readonly name: string;
	/** Lists of values count by reports on events and users, which each generation has. */
	readonly reports: Readonly<Partial<ReportWires> & Pick<ReportWires, 'event' | 'userProperties'>>;
	readonly limits: 'groups' | 'rows';
	/** Functions of conditions that requests can't have. */
	readonly refusedFunctions?: readonly string[];
	/** Whether each condition on events in a funnel's filter belongs to a step, and so to no group. */
	readonly funnelFilter: 'free' | 'bySteps';
	readonly lists: Lists;
	/** Number of events whose properties one request can return. */
	readonly eventsPerRequest: number;
	readonly sql: SqlWire;
	readonly users?: typeof usersWire;
	readonly groups?: typeof groupsWire;
	readonly datasets?: typeof datasetsWire;
	readonly alarms?: typeof alarmsWire;
	/** Whether answers say when the data were updated (see Table). */
	readonly returnsFacts: boolean;
	/** Whether a request for totals only returns totals that an answer with details lacks. */
	readonly returnsTotalsAlone: boolean;
}

type ReportWires = { [Model in keyof Queries]: ReportWire<Queries[Model]> };

const WIRES: Record<Generation, Wire> = { legacy, openapi };

export function wireFor(connection: Pick<Connection, 'mode'>): Wire {
	return WIRES[wayOf(connection).generation];
}
