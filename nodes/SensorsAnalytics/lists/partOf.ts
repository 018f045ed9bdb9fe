import { UserError } from 'n8n-workflow';

import type { Service } from '../transport/service';
import { wireFor } from '../wire';
import type { Wire } from '../wire/wire';

/** Parts that not every generation of the API has. */
type Part = 'users' | 'groups' | 'datasets' | 'alarms';

/**
 * What the credential's generation has of a part.
 * @param what it is about, for the error
 * @param otherwise what else can be done
 * @throws UserError where it has nothing, before anything is sent
 */
export async function partOf<Name extends Part>(
	service: Service,
	itemIndex: number,
	name: Name,
	what: string,
	otherwise?: string,
): Promise<NonNullable<Wire[Name]>> {
	const wire = wireFor(await service.connectionOf(itemIndex));
	const part = wire[name];
	if (part) return part;
	throw needsKey(what, wire, otherwise);
}

/** That another generation of the API has it, in the words of all that is so. */
export function needsKey(
	what: string,
	{ name }: Pick<Wire, 'name'>,
	otherwise?: string,
): UserError {
	return new UserError(
		`${what} can't be had with the 'Authentication' of the credential: the ${name} has none. Use a credential that signs in by API Key (OpenAPI)${otherwise === undefined ? '' : `, or ${otherwise}`}`,
	);
}
