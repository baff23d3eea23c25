import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { newId, newToken } from '../../platform/ids.js';
import { formatMoney, parseMoney } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { maySee, type Staff } from '../access/index.js';
import { hashToken } from '../people/index.js';
import { findStore } from '../stores/index.js';
import { type Agent, type AgentChange, insertAgent, updateAgent } from './repository.js';

const HINT_LENGTH = 4;

/** Lets a program buy at a store. The key is returned once; only its hash is stored. */
export async function addAgent(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  staff: Staff,
  input: {
    name: string;
    store_id: string;
    profile_url?: string | null;
    order_limit?: string | number | null;
  },
): Promise<{ agent: Agent; key: string }> {
  const store = await findStore(tx, input.store_id);
  if (store === undefined || !maySee(staff, store.id)) {
    throw invalidField('store_id', 'There is no such store.');
  }
  const now = clock.now();
  const key = newToken();
  const agent = await insertAgent(
    tx,
    {
      id: newId(now),
      name: input.name,
      store_id: store.id,
      profile_url: input.profile_url ?? null,
      order_limit: limitIn(store.currency, input.order_limit) ?? null,
      key_hint: key.slice(-HINT_LENGTH),
      keyHash: hashToken(key),
    },
    now,
  );
  return { agent, key };
}

/** Renames a program, limits its orders, or refuses its key. */
export async function changeAgent(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  agent: Agent,
  input: Omit<AgentChange, 'order_limit'> & { order_limit?: string | number | null },
): Promise<Agent> {
  const store = await findStore(tx, agent.store_id);
  const change = { ...input, order_limit: limitIn(store?.currency ?? '', input.order_limit) };
  return updateAgent(tx, agent.id, change, clock.now());
}

function limitIn(
  currency: string,
  limit: string | number | null | undefined,
): string | null | undefined {
  if (limit === null || limit === undefined) return limit;
  const amount = parseMoney(limit, currency);
  if (amount === undefined || amount <= 0) {
    throw invalidField('order_limit', 'Must be above 0, with the decimals of the currency.');
  }
  return formatMoney(amount, currency);
}
