import type { Tx } from '../../../platform/database/tx.js';
import { hintQueue } from '../../../platform/work/queues/hint.js';

/**
 * Kept apart from the definition of the queue: merging hints the queue, and a push merges when the
 * revision has changed, so importing the definition would be a cycle.
 */
export const OUTBOUND_QUEUE = 'content:outbound';

export const PUSH_ALL_QUEUE = 'content:push-all';

/** Wakes the outbound queue after the commit. */
export const hintOutbound = (tx: Tx): void => hintQueue(tx, { name: OUTBOUND_QUEUE });
