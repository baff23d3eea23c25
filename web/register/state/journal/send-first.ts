import type { Tillhouse } from '@tillhouse/client';
import { ensureJournal } from './align.js';
import { sendWaiting } from './send.js';

/**
 * Sends the entries that wait before a payment by the routes: the service books such a payment in the
 * shift that it knows of, and the shift may have been opened without a connection.
 */
export async function sendEntriesFirst(api: Tillhouse, terminal: string): Promise<void> {
  const results = await sendWaiting(api, terminal);
  if (results.some(({ status }) => status === 'held')) await ensureJournal(api, terminal);
}
