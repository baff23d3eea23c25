import { addMs } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import { Failure } from '../../platform/http/failure.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { deleteExpiredProofs, deleteExpiredRefusals } from './age/repository.js';
import { reviewCredential } from './kyc/advance-credential.js';
import { overdueCredentials } from './kyc/repository.js';
import { VENDOR_TIMEOUT_MS } from './kyc/rules.js';
import { deleteOldPurchases } from './limits/repository.js';
import { KEPT_MS } from './limits/rules.js';

/** Deletes expired age proofs and refusals, and purchases older than the longest limit period. */
const purge: Job = {
  name: 'compliance:purge',
  run: async ({ db, clock }) => {
    const now = clock.now();
    await deleteExpiredProofs(db, now);
    await deleteExpiredRefusals(db, now);
    await deleteOldPurchases(db, addMs(now, -KEPT_MS));
  },
};

const CREDENTIALS_PER_RUN = 500;

/** Hands credentials that their vendor has not answered for a day to the reviewers. */
const reviewOverdue: Job = {
  name: 'compliance:review-overdue',
  run: async ({ db, clock }) => {
    const now = clock.now();
    const before = addMs(now, -VENDOR_TIMEOUT_MS);
    for (const { id } of await overdueCredentials(db, before, CREDENTIALS_PER_RUN)) {
      await atomically(db, tx => reviewCredential(tx, id, now)).catch(unlessDecided);
    }
  },
};

/** The vendor or a reviewer decided it meanwhile. */
function unlessDecided(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'INVALID_STATE')) throw error;
}

export const jobs: readonly Job[] = [purge, reviewOverdue];
export const schedules: readonly Schedule[] = [
  { job: purge.name, cron: '50 2 * * *' },
  { job: reviewOverdue.name, cron: '20 * * * *' },
];
