import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { addressOfWithdrawal } from './cart-links.js';
import { deleteRemindersOf } from './reminder-repository.js';

/** Called from the link of the mail: ends the reminders to this address for all carts. */
export async function withdrawReminder(platform: Platform, token: string): Promise<void> {
  const { config, clock, db } = platform;
  const email = addressOfWithdrawal(config, token, clock.now()).toLowerCase();
  await atomically(db, tx => deleteRemindersOf(tx, [email]));
}
