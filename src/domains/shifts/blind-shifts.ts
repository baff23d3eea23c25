import type { Reader } from '../../platform/database/tx.js';
import { can, type Staff } from '../access/index.js';
import { uncountedShifts } from './repository.js';

/** Shifts whose takings this caller must not be able to add up, because a count is still to come. */
export const blindShifts = async (
  reader: Reader,
  caller: Staff,
  storeIds: readonly string[] | undefined,
): Promise<string[]> =>
  can(caller, 'shift.review') ? [] : uncountedShifts(reader, storeIds ?? null);
