import { createHash } from 'node:crypto';
import { atomically } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import type { Job, Schedule } from '../../../platform/jobs/job.js';
import { openInternet, type Reach } from '../../../platform/outgoing/download.js';
import { send } from '../../../platform/outgoing/send.js';
import type { Platform } from '../../../platform/platform.js';
import { listedStore, storeForSelling } from '../../stores/index.js';
import { ACP_VERSION } from '../acp/schemas.js';
import { goodsOfStore } from '../catalogue/stream-goods.js';
import { policiesOf } from '../policies.js';
import { agentSeal } from '../seal.js';
import { discontinued, feedCountry, feedProduct } from './present.js';
import {
  deleteSent,
  type FedAgent,
  fedAgents,
  noteFeed,
  type SentProduct,
  saveFeedId,
  saveSent,
  sentProducts,
} from './repository.js';

/** A request of this many products stays far below a megabyte. */
const PRODUCTS_PER_CALL = 50;
const MOST_ID = 2_147_483_647;

class FeedRefused extends Error {}

/**
 * Sends each program that keeps a feed what has changed since the last push. Goods that are no
 * longer sold are sent as discontinued, because the protocol has no way to remove a product.
 */
export async function pushFeeds(platform: Platform, reach: Reach = openInternet): Promise<void> {
  for (const agent of await fedAgents(platform.db)) {
    const error = await pushFeed(platform, agent, reach).then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
    );
    if (error !== null) platform.log.warn({ agent: agent.id, error }, 'product feed not sent');
    const now = platform.clock.now();
    await atomically(platform.db, tx =>
      noteFeed(tx, agent.id, { error: error?.slice(0, 300) ?? null, now }),
    );
  }
}

async function pushFeed(platform: Platform, agent: FedAgent, reach: Reach): Promise<void> {
  const { db } = platform;
  const store = await storeForSelling(platform, agent.store_id);
  if (!store?.isActive) throw new FeedRefused('the store is closed');
  const call = callerOf(platform, agent, reach);
  const id = agent.feed_id ?? (await createFeed(platform, agent, call));
  const path = `/feeds/${encodeURIComponent(id)}/products`;
  const seller = { name: store.name, policies: await policiesOf(platform, store.id) };
  let after = 0;
  const push = async (products: Product[], last: number): Promise<void> => {
    const known = await sentProducts(db, agent.id, { after, last });
    const digests = new Map(known.map(row => [row.product_id, row.digest]));
    const changed = products.filter(
      one => !digests.get(one.row.product_id)?.equals(one.row.digest),
    );
    for (let at = 0; at < changed.length; at += PRODUCTS_PER_CALL) {
      const part = changed.slice(at, at + PRODUCTS_PER_CALL);
      await call('PATCH', path, { products: part.map(({ json }) => json) });
      await atomically(db, tx =>
        saveSent(
          tx,
          agent.id,
          part.map(({ row }) => row),
        ),
      );
    }
    const present = new Set(products.map(({ row }) => row.product_id));
    const gone = known.filter(row => !present.has(row.product_id));
    for (let at = 0; at < gone.length; at += PRODUCTS_PER_CALL) {
      const part = gone.slice(at, at + PRODUCTS_PER_CALL);
      await call('PATCH', path, { products: part.map(discontinued) });
      await atomically(db, tx =>
        deleteSent(
          tx,
          agent.id,
          part.map(row => row.product_id),
        ),
      );
    }
    after = last;
  };
  for await (const { goods, lastId } of goodsOfStore(
    { ...platform, db: platform.replica },
    store,
  )) {
    await push(
      goods.map(one => productOf(feedProduct(one, seller))),
      lastId,
    );
  }
  await push([], MOST_ID);
}

type Product = { json: ReturnType<typeof feedProduct>; row: SentProduct };

const productOf = (json: ReturnType<typeof feedProduct>): Product => ({
  json,
  row: {
    product_id: Number(json.id),
    digest: createHash('sha256').update(JSON.stringify(json)).digest(),
    title: json.title,
    skus: json.variants.map(({ id }) => id),
  },
});

type Call = (method: 'POST' | 'PATCH', path: string, body: object) => Promise<string>;

/** The text of an accepted answer. */
const callerOf =
  ({ config }: Platform, agent: FedAgent, reach: Reach): Call =>
  async (method, path, body) => {
    const token = agent.feed_token === null ? undefined : agentSeal(config).open(agent.feed_token);
    const headers = {
      'api-version': ACP_VERSION,
      'idempotency-key': newId(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const address = agent.feed_url.replace(/\/+$/, '') + path;
    const answer = await send(address, JSON.stringify(body), headers, reach, method);
    if (answer.status >= 200 && answer.status <= 299) return answer.body;
    throw new FeedRefused(`answered ${answer.status}`);
  };

async function createFeed(platform: Platform, agent: FedAgent, call: Call): Promise<string> {
  const country = feedCountry((await listedStore(platform, agent.store_id))?.country);
  const text = await call(
    'POST',
    '/feeds',
    country === undefined ? {} : { target_country: country },
  );
  const id = idIn(text);
  if (id === undefined) throw new FeedRefused('the answer has no id of the feed');
  await atomically(platform.db, tx => saveFeedId(tx, agent, id));
  return id;
}

const MAX_ID = 200;

function idIn(text: string): string | undefined {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' && id !== '' && id.length <= MAX_ID ? id : undefined;
  } catch {
    return undefined;
  }
}

export const pushJob: Job = { name: 'agents:push-feeds', run: platform => pushFeeds(platform) };

export const pushSchedule: Schedule = { job: pushJob.name, cron: '*/10 * * * *' };
