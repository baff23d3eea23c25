import { ApiError, type Tillhouse } from '@tillhouse/client';
import type { Session } from '../types.js';
import { ensureJournal } from './align.js';
import type { Entry, Kind, NewEntry, SoldGoods } from './entries.js';
import { recordLater, recordNow } from './send.js';

/** No response, also one that broke off, or a retryable error: an attempt may have been booked. */
export const isUncertain = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.isRetryable;

export type Step = {
  kind: Kind;
  data: Record<string, unknown>;
  /** The amount, for the list of unsent entries. */
  total?: string;
  /** Goods of a sale, for a return without a connection. */
  goods?: SoldGoods[];
  paperFor?: NewEntry['paperFor'];
  /** Made once per form: a repeated attempt is the same entry. */
  key: string;
  online: boolean;
};

/**
 * Makes an entry of the till's journal for what the cashier does. It is on disk when this resolves.
 * Online the service has booked it, or has refused it with an error; without an answer it is sent later.
 */
export async function recordStep(api: Tillhouse, session: Session, step: Step): Promise<Entry> {
  const { kind, data, total = null, goods, paperFor, key, online } = step;
  const { terminal, user } = session;
  const entry = {
    terminal,
    key,
    kind,
    data: { employee_id: user.number, ...data },
    about: { total, employeeName: user.name },
    ...(goods && { goods }),
    ...(paperFor && { paperFor }),
  };
  if (!online) return recordLater(entry);
  await ensureJournal(api, terminal);
  return recordNow(api, entry, isUncertain);
}
