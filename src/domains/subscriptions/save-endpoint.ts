import { atomically, type Tx } from '../../platform/database/tx.js';
import { conflict, forbidden, invalidField, notFound } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { newId, newToken } from '../../platform/ids.js';
import { checkAddress } from '../../platform/outgoing/check-address.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { type Staff, storeScope } from '../access/index.js';
import { findStore } from '../stores/index.js';
import { dropPending } from './delivery-repository.js';
import { endpointSaved } from './events.js';
import {
  countEndpoints,
  type Endpoint,
  findEndpoint,
  insertEndpoint,
  updateEndpoint,
} from './repository.js';
import { unmatched } from './rules.js';
import type { EndpointBody } from './schemas.js';
import { seal } from './seal.js';

export type EndpointInput = Static<typeof EndpointBody>;

const MAX_ENDPOINTS = 100;

export const newSecret = (): string => `whsec_${newToken()}`;

/** Registers an endpoint. Returns the secret, which is never shown again. */
export async function createEndpoint(
  platform: Platform,
  caller: Staff,
  input: EndpointInput,
): Promise<{ endpoint: Endpoint; secret: string }> {
  await checkInput(platform, input);
  const secret = newSecret();
  const endpoint = await atomically(platform.db, async tx => {
    if ((await countEndpoints(tx)) >= MAX_ENDPOINTS) {
      throw conflict('TOO_MANY_ENDPOINTS', `There are ${MAX_ENDPOINTS} endpoints already.`);
    }
    const id = newId();
    await insertEndpoint(tx, {
      id,
      url: input.url,
      description: input.description ?? '',
      events: [...new Set(input.events)],
      store_ids: await storesOf(tx, caller, input.store_ids),
      secret: seal(platform.config, secret),
      is_active: input.is_active ?? true,
      created_by: caller.userId,
    });
    return saved(tx, id);
  });
  return { endpoint, secret };
}

/** Switching an endpoint off fails its pending deliveries; switching it on resets its failures. */
export async function changeEndpoint(
  platform: Platform,
  caller: Staff,
  id: string,
  input: Partial<EndpointInput>,
): Promise<Endpoint> {
  await checkInput(platform, input);
  return atomically(platform.db, async tx => {
    const before = await findEndpoint(tx, id, storeScope(caller));
    if (before === undefined) throw notFound('Webhook endpoint');
    const { store_ids: wanted, events, ...columns } = input;
    const stores = wanted === undefined ? undefined : await storesOf(tx, caller, wanted);
    await updateEndpoint(tx, id, {
      ...columns,
      ...(events && { events: [...new Set(events)] }),
      ...(stores !== undefined && { store_ids: stores }),
      ...(input.is_active === true && {
        failures_in_row: 0,
        failing_since: null,
        paused_until: null,
        disabled_at: null,
        disabled_reason: null,
      }),
    });
    if (input.is_active === false) {
      await dropPending(tx, id, 'the endpoint was switched off', platform.clock.now());
    }
    return saved(tx, id);
  });
}

/** The new secret signs all attempts from now on. */
export async function rotateSecret(
  platform: Platform,
  caller: Staff,
  id: string,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const secret = newSecret();
  const endpoint = await atomically(platform.db, async tx => {
    const before = await findEndpoint(tx, id, storeScope(caller));
    if (before === undefined) throw notFound('Webhook endpoint');
    await updateEndpoint(tx, id, { secret: seal(platform.config, secret) });
    return saved(tx, id);
  });
  return { endpoint, secret };
}

async function saved(tx: Tx, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(tx, id, undefined);
  // A concurrent request deleted it.
  if (endpoint === undefined) throw notFound('Webhook endpoint');
  await record(tx, endpointSaved(endpoint));
  return endpoint;
}

async function checkInput(platform: Platform, input: Partial<EndpointInput>): Promise<void> {
  const [unknown] = unmatched(input.events ?? []);
  if (unknown !== undefined) {
    throw invalidField('events', 'One of these patterns matches no event.', 'UNKNOWN_EVENT');
  }
  if (input.url !== undefined) await checkAddress(platform, input.url);
}

/** The stores whose events the endpoint gets: never more than the caller manages. */
async function storesOf(
  tx: Tx,
  caller: Staff,
  wanted: readonly string[] | null | undefined,
): Promise<string[] | null> {
  const scope = storeScope(caller);
  if (wanted === undefined || wanted === null) {
    if (scope === undefined) return null;
    if (scope.length === 0) throw forbidden('You do not manage any store.', 'OTHER_STORES');
    return [...scope];
  }
  const ids = new Set<string>();
  for (const ref of wanted) {
    const store = await findStore(tx, ref);
    if (store === undefined || (scope && !scope.includes(store.id))) {
      throw invalidField('store_ids', 'One of these stores does not exist.');
    }
    ids.add(store.id);
  }
  return [...ids];
}
