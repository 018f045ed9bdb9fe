import type { ServiceRequest } from '../../../credentials/http/request';
import type {
	Computing,
	ExportState,
	Member,
	MemberProperty,
	MembersQuery,
} from '../query/members';
import type { Ask } from './wire';

/** What can be done with user groups beside listing them. */
export interface GroupsWire {
	/**
	 * What starts an export of the members. Looks up before it what the service wants to know of the
	 * project.
	 * @param project its name
	 */
	exportRequest(ask: Ask, query: MembersQuery, project: string): Promise<ServiceRequest>;
	/** ID of the export that was started. @throws UnknownForm */
	readExport(answer: unknown): string;
	/** @throws UserError for what is no ID */
	exportState(ask: Ask, id: string): Promise<ExportState>;
	/** The file of an export: a text of lines. */
	file(file: string): ServiceRequest;
	/** The members in the lines of a file. @throws UnknownForm that tells the line, not what it holds */
	readMembers(
		lines: AsyncIterable<string>,
		properties: readonly MemberProperty[],
	): AsyncGenerator<Member>;
	/**
	 * What starts a computation.
	 * @param field of users by which reports filter for the group
	 * @param moment as of which it is computed, ISO 8601 in UTC
	 */
	computeRequest(field: string, moment: string): ServiceRequest;
	/** The last computation as of the moment; undefined if there was none. */
	computing(ask: Ask, field: string, moment: string): Promise<Computing | undefined>;
	/** Users in the group as of the moment, as far as told. */
	sizeAt(ask: Ask, field: string, moment: string): Promise<number | undefined>;
}
