import type { Reader } from '../../platform/database/tx.js';
import { appliesToChain, type Staff } from '../access/index.js';
import { isKnownElsewhere } from './repository.js';

/**
 * A manager of some stores decides alone about customers of these stores: what moves or ends a customer
 * whom other stores know needs a manager of all of them.
 */
export async function refuseSharedCustomer(
  reader: Reader,
  { stores }: Staff,
  ids: readonly string[],
): Promise<void> {
  if (stores !== 'all' && (await isKnownElsewhere(reader, ids, stores))) throw appliesToChain();
}
