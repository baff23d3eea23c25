import { atomically } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { lockState, setSkipped } from './repository.js';
import type { Skippable } from './rules.js';

/** Puts a step off, or takes it up again. */
export async function skipStep(
  { db }: Platform,
  step: Skippable,
  isSkipped: boolean,
): Promise<void> {
  await atomically(db, async tx => {
    await lockState(tx);
    await setSkipped(tx, step, isSkipped);
  });
}
