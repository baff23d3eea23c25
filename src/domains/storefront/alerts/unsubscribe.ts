import { atomically } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { withdrawMailConsent } from '../../people/index.js';
import { deleteRemindersOf } from './reminder-repository.js';
import { deleteAlertsOf } from './repository.js';
import { addressOfToken } from './unsubscribe-token.js';

/** Ends mails that need consent; mails about orders go on. A repeated request changes nothing. */
export async function unsubscribe(platform: Platform, token: string): Promise<void> {
  const email = addressOfToken(platform.config, token)?.toLowerCase();
  if (email === undefined) {
    throw new Failure('gone', 'UNSUBSCRIBE_LINK_INVALID', 'This link is wrong.');
  }
  await atomically(platform.db, async tx => {
    await deleteAlertsOf(tx, [email]);
    await deleteRemindersOf(tx, [email]);
    await withdrawMailConsent(tx, platform, email);
  });
}
