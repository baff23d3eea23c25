import { addMs, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import type { Agent } from '../repository.js';
import { composed } from './compose.js';
import { continueUrl } from './handover-link.js';
import { stateOf } from './read-state.js';
import { claimSession, releaseSession, saveSession, sessionOf } from './repository.js';
import {
  needsBuyer,
  type SessionRow,
  type SessionState,
  type SessionView,
  type Shown,
} from './session.js';

/** Longer than a payment takes; after this time a session whose node died is free again. */
export const BUSY_MS = 45 * SECOND_MS;
/** A session without a change expires after this time, like a checkout of the web shop. */
export const SESSION_MS = 30 * MINUTE_MS;

const OVER: ReadonlySet<SessionView['status']> = new Set(['completed', 'canceled', 'expired']);

const unknownSession = () => notFound('Checkout session');

const sessionBusy = () =>
  conflict('SESSION_BUSY', 'Another request is changing this checkout session.');

/** Runs a change while no other request changes the session. */
export async function withSession(
  platform: Platform,
  agent: Agent,
  id: string,
  work: (state: SessionState) => Promise<SessionView>,
): Promise<SessionView> {
  const { db, clock } = platform;
  if (!isUuid(id)) throw unknownSession();
  const now = clock.now();
  const row = await claimSession(db, agent.id, id, { now, until: addMs(now, BUSY_MS) });
  if (row === undefined) {
    if ((await sessionOf(db, agent.id, id)) === undefined) throw unknownSession();
    throw sessionBusy();
  }
  try {
    return await work(await stateOf(platform, row));
  } finally {
    await releaseSession(db, row);
  }
}

/** Writes a change. A request that took too long has lost the session to another one. */
export async function keepSession({ db }: Platform, row: SessionRow): Promise<void> {
  if (!(await saveSession(db, row))) throw sessionBusy();
}

export async function readSession(
  platform: Platform,
  agent: Agent,
  id: string,
): Promise<SessionView> {
  const row = isUuid(id) ? await sessionOf(platform.db, agent.id, id) : undefined;
  if (row === undefined) throw unknownSession();
  const state = await stateOf(platform, row);
  const view = viewOf(platform, state);
  // The buyer may have changed the cart in the shop.
  const isInShop = state.handed_over_at !== null && state.stage === 'shopping';
  if (!isInShop || OVER.has(view.status)) return view;
  const found = await composed(platform, agent, state);
  if (found === undefined) return view;
  const kept = state.problems.filter(({ about, sku }) => about === 'payment' || sku !== undefined);
  return viewOf(platform, { ...state, ...found, problems: [...kept, ...found.problems] });
}

function statusOf({ clock }: Platform, state: SessionState): SessionView['status'] {
  if (state.status !== 'open') return state.status;
  if (state.stage === 'challenge') return 'escalated';
  if (state.stage === 'paying') return 'paying';
  if (state.expires_at <= clock.now()) return 'expired';
  return state.problems.some(needsBuyer) ? 'escalated' : 'open';
}

/** A problem with a payment does not block the session: the next card may work. */
export function viewOf(platform: Platform, state: SessionState): SessionView {
  const status = statusOf(platform, state);
  const blocking = state.problems.filter(({ about }) => about !== 'payment');
  return {
    id: state.id,
    status,
    isReady: status === 'open' && blocking.length === 0,
    continueUrl: OVER.has(status) ? undefined : continueUrl(platform, state),
    interventions: state.interventions,
    shown: state.shown as Shown,
    problems: state.problems,
    buyer: state.buyer,
    address: state.address,
    createdAt: state.created_at,
    updatedAt: state.updated_at,
    expiresAt: state.expires_at,
  };
}
