import { addMs, DAY_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { keptSince } from '../../platform/retention/kept-since.js';
import type { RetentionRule } from '../../platform/retention/rule.js';
import { deleteExpiredTallies } from './blocks/attempt-repository.js';
import { DEVICE_KEPT_MS } from './devices/device.js';
import { deleteOldDevices } from './devices/repository.js';
import { deleteOldLoginCodes } from './login-codes/repository.js';
import { deleteExpiredTillCallers } from './logins/caller-repository.js';
import { deleteOldLogins } from './logins/session-repository.js';
import { deleteOldAttempts } from './oidc/repository.js';
import { deleteExpiredPairingCodes } from './pairing/repository.js';
import { deleteExpiredChallenges } from './passkeys/repository.js';
import { deleteOldResets } from './passwords/reset-repository.js';
import { deleteOldRegistrations } from './registration/repository.js';
import { deleteUnconfirmed } from './totp/repository.js';
import { renewSecrets } from './totp/seal.js';

/** A person who returns the next morning reads "expired" instead of "unknown". */
const LINK_KEPT_MS = DAY_MS;
/** The list of users shows for a month that somebody has not accepted an invitation. */
const INVITATION_KEPT_MS = 30 * DAY_MS;
/** Tills know an address for 30 days by the logins from it. */
export const ENDED_LOGINS: RetentionRule = {
  kind: 'ended_logins',
  days: 30,
  choice: { leastDays: 30, mostDays: 400 },
};

export const cleanUp: Job = {
  name: 'people:clean-up',
  run: async platform => {
    const { db, clock } = platform;
    const now = clock.now();
    await atomically(db, tx => deleteExpiredTallies(tx, now));
    await atomically(db, tx => deleteExpiredTillCallers(tx, now));
    await atomically(db, tx => deleteExpiredPairingCodes(tx, now));
    await atomically(db, tx => deleteOldRegistrations(tx, addMs(now, -LINK_KEPT_MS)));
    const linksBefore = {
      resets: addMs(now, -LINK_KEPT_MS),
      invitations: addMs(now, -INVITATION_KEPT_MS),
    };
    await atomically(db, tx => deleteOldResets(tx, linksBefore));
    await atomically(db, tx => deleteOldDevices(tx, addMs(now, -DEVICE_KEPT_MS)));
    const loginsSince = await keptSince(platform, ENDED_LOGINS);
    await atomically(db, tx => deleteOldLogins(tx, now, loginsSince));
    await atomically(db, tx => deleteExpiredChallenges(tx, now));
    await atomically(db, tx => deleteOldLoginCodes(tx, now));
    await atomically(db, tx => deleteOldAttempts(tx, now));
    await atomically(db, tx => deleteUnconfirmed(tx, addMs(now, -LINK_KEPT_MS)));
    await renewSecrets(platform);
  },
};

export const cleanUpDaily: Schedule = { job: cleanUp.name, cron: '20 3 * * *' };
