import { partOf } from '../../lists/partOf';
import type { DatasetsWire } from '../../wire/datasetsWire';
import type { ItemRun } from '../operation';

/** How the credential's generation knows datasets. @throws UserError where it doesn't */
export async function datasetsOf({ service, itemIndex }: ItemRun): Promise<DatasetsWire> {
	return await partOf(service, itemIndex, 'datasets', 'Datasets');
}
