import type { Tx } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { newId, newToken } from '../../platform/ids.js';
import { formatMoney, parseMoney } from '../../platform/money.js';
import { checkAddress } from '../../platform/outgoing/check-address.js';
import type { Platform } from '../../platform/platform.js';
import { maySee, type Staff } from '../access/index.js';
import { hashToken } from '../people/index.js';
import { findStore } from '../stores/index.js';
import { forgetFeed } from './feed/repository.js';
import { type Agent, type AgentSettings, insertAgent, updateAgent } from './repository.js';
import type { AgentBody, AgentChangeBody } from './schemas.js';
import { agentSeal } from './seal.js';

const HINT_LENGTH = 4;

type Input = Static<typeof AgentBody>;
type ChangeInput = Static<typeof AgentChangeBody>;
type SettingsInput = Omit<Input, 'name' | 'store_id'>;
type Saved = { agent: Agent; webhook_secret?: string };

/** Refuses addresses that do not lead to the public internet, before a transaction is open. */
export async function checkAddresses(platform: Platform, input: SettingsInput): Promise<void> {
  for (const field of ['profile_url', 'webhook_url', 'feed_url'] as const) {
    const address = input[field];
    if (address) await checkAddress(platform, address, field);
  }
}

/** Lets a program buy at a store. The key is returned once; only its hash is stored. */
export async function addAgent(
  tx: Tx,
  platform: Platform,
  staff: Staff,
  { name, store_id: storeRef, ...input }: Input,
): Promise<Saved & { key: string }> {
  const store = await findStore(tx, storeRef);
  if (store === undefined || !maySee(staff, store.id)) {
    throw invalidField('store_id', 'There is no such store.');
  }
  const now = platform.clock.now();
  const key = newToken();
  const { settings, made } = settingsOf(platform, input, store.currency, NOTHING_STORED);
  const agent = await insertAgent(
    tx,
    {
      ...settings,
      id: newId(now),
      name,
      store_id: store.id,
      key_hint: key.slice(-HINT_LENGTH),
      keyHash: hashToken(key),
    },
    now,
  );
  return { agent, key, ...made };
}

/** Renames a program, changes what it may do and what it is sent, or refuses its key. */
export async function changeAgent(
  tx: Tx,
  platform: Platform,
  agent: Agent,
  { name, is_active: isActive, ...input }: ChangeInput,
): Promise<Saved> {
  const store = await findStore(tx, agent.store_id);
  const { settings, made } = settingsOf(platform, input, store?.currency ?? '', agent);
  const isOtherFeed = settings.feed_url !== undefined && settings.feed_url !== agent.feed_url;
  const isOtherServer = isOtherFeed && originOf(settings.feed_url) !== originOf(agent.feed_url);
  const isOtherId = settings.feed_id !== undefined && settings.feed_id !== agent.feed_id;
  // The new feed is empty, so everything is sent again.
  if (isOtherFeed || isOtherId) await forgetFeed(tx, agent.id);
  const changed = await updateAgent(
    tx,
    agent.id,
    {
      ...settings,
      ...(name !== undefined && { name }),
      ...(isActive !== undefined && { is_active: isActive }),
      ...((isOtherFeed || isOtherId) && { feed_pushed_at: null, feed_error: null }),
      ...(isOtherFeed && { feed_id: settings.feed_id ?? null }),
      // The token is not sent to a new server: the person who changes the address may not know it.
      ...(isOtherServer && { feed_token: settings.feed_token ?? null }),
    },
    platform.clock.now(),
  );
  return { agent: changed, ...made };
}

const originOf = (address: string | null | undefined): string | undefined =>
  address ? new URL(address).origin : undefined;

type StoredWebhook = Pick<Agent, 'webhook_url' | 'has_webhook_secret'>;
const NOTHING_STORED: StoredWebhook = { webhook_url: null, has_webhook_secret: false };

/** Seals secrets. Order events need one, so one is made where none is given or stored. */
function settingsOf(
  { config }: Platform,
  { order_limit: limit, webhook_secret: secret, feed_token: token, ...rest }: SettingsInput,
  currency: string,
  stored: StoredWebhook,
): { settings: AgentSettings; made: { webhook_secret?: string } } {
  const seal = agentSeal(config);
  const url = rest.webhook_url === undefined ? stored.webhook_url : rest.webhook_url;
  const isNeeded = Boolean(url) && (secret === null || !stored.has_webhook_secret) && !secret;
  const made = isNeeded ? `whsec_${newToken()}` : undefined;
  const given = made ?? secret;
  const sealed = (text: string | null): Buffer | null => (text === null ? null : seal.close(text));
  const orderLimit = limitIn(currency, limit);
  return {
    settings: {
      ...rest,
      ...(orderLimit !== undefined && { order_limit: orderLimit }),
      ...(given !== undefined && { webhook_secret: sealed(given) }),
      ...(token !== undefined && { feed_token: sealed(token) }),
    },
    made: made === undefined ? {} : { webhook_secret: made },
  };
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
