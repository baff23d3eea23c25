import type { Reader } from '../../platform/database/tx.js';
import { Failure, notFound } from '../../platform/http/failure.js';
import type { Staff } from '../access/index.js';
import { visibleSale } from '../transactions/index.js';
import { type Layaway, layawayById } from './repository.js';

/** A layaway of the caller's stores, by its id or the number of its sale. */
export async function findLayaway(reader: Reader, caller: Staff, ref: string): Promise<Layaway> {
  const sale = await visibleSale(reader, caller, ref).catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'not_found') return undefined;
    throw error;
  });
  const found = sale && (await layawayById(reader, sale.id));
  if (found === undefined) throw notFound('Layaway', 'LAYAWAY_NOT_FOUND');
  return found;
}
