import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { campaignsToMeasure, measureLift } from '../../promotions/index.js';
import { salesFigures } from './repository.js';

/** Measures the sales lift of each campaign, in one transaction per campaign. */
export async function measureCampaigns({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (const id of await campaignsToMeasure(db, now)) {
    await atomically(db, tx => measureLift(tx, id, now, salesFigures));
  }
}
