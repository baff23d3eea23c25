import type { Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import type { TillStaff } from '../../access/index.js';
import type { EntryRecord } from './record-repository.js';
import type { Flag } from './rules.js';

/** An entry that is to be booked. */
export type Work = {
  /** Its clock stands at the time of the entry. */
  platform: Platform;
  /** Who made the entry, at its till. */
  caller: TillStaff;
  /** Whose login sends it, or books it again. */
  senderId: string;
  at: Date;
  receivedAt: Date;
  data: Record<string, unknown>;
  /** Nobody has paid yet: the rules for payments at a till apply. */
  mayRefuse?: boolean;
};

/** What booking an entry has made. */
export type Applied = {
  flags: readonly Flag[];
  tillNumber?: string;
  sale?: { id: string; number: string };
  /** Refunds, payments and others that no second entry may stand for. */
  records?: readonly EntryRecord[];
  /** Refunds that the processor has to make after the commit. */
  waiting?: readonly string[];
};

/** Runs the writes of an entry in the transaction that stores it. */
export type Write<T> = (run: (tx: Tx) => Promise<Applied>) => Promise<T>;

export type Apply = <T>(work: Work, write: Write<T>) => Promise<T>;
