import type { Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import type { TillStaff } from '../../access/index.js';
import type { EntryRecord } from './record-repository.js';
import type { Flag } from './rules.js';

/** An entry that is to be booked. */
export type Work = {
  /** With a clock that stands at the time of the entry. */
  platform: Platform;
  /** Who made the entry, at its till. */
  caller: TillStaff;
  /** The user whose login sends or retries the entry. */
  senderId: string;
  at: Date;
  receivedAt: Date;
  data: Record<string, unknown>;
  /** True if nobody has paid yet, so that the rules for payments at a till may refuse the entry. */
  mayRefuse?: boolean;
  /** True if a person has looked at the held entry and books it. */
  isDecided?: boolean;
  /** True if that is another person than who made or sent it, so that limits on money are approved. */
  isApproved?: boolean;
};

/** What an entry did, for the audit log: the fields that it set. */
export type Noted = {
  recordType: 'cash-drawer' | 'returns' | 'shifts';
  recordId: string;
  /** As the audit log calls the same work of a route. */
  action: string;
  fields: Record<string, unknown>;
};

/** The result of booking an entry. */
export type Applied = {
  flags: readonly Flag[];
  tillNumber?: string;
  sale?: { id: string; number: string };
  /** The records that this entry covers, such as refunds; no other entry may cover them. */
  records?: readonly EntryRecord[];
  /** Refunds that the processor has to make after the commit. */
  waiting?: readonly string[];
  /** Undefined if it has no entry in the audit log of its own, such as a sale. */
  noted?: Noted;
};

/** Runs the writes of an entry in the transaction that stores it. */
export type Write<T> = (run: (tx: Tx) => Promise<Applied>) => Promise<T>;

export type Apply = <T>(work: Work, write: Write<T>) => Promise<T>;
