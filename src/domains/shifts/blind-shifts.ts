import type { Reader } from '../../platform/database/tx.js';
import { can, type Staff } from '../access/index.js';
import { uncountedShifts } from './repository.js';

/** Uncounted shifts. Their payments are hidden from callers who may not review shifts. */
export const blindShifts = async (
  reader: Reader,
  caller: Staff,
  storeIds: readonly string[] | undefined,
): Promise<string[]> =>
  can(caller, 'shift.review') ? [] : uncountedShifts(reader, storeIds ?? null);
