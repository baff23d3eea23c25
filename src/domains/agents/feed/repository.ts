import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

/** A program that keeps a feed, with its sealed token. */
export type FedAgent = {
  id: string;
  store_id: string;
  feed_url: string;
  feed_id: string | null;
  feed_token: Buffer | null;
};

export const fedAgents = (reader: Reader): Promise<FedAgent[]> =>
  statement(
    reader,
    `select id, store_id, feed_url, feed_id, feed_token from agents
     where is_active and feed_url is not null order by id`,
  );

export const saveFeedId = (tx: Tx, agent: FedAgent, feedId: string): Promise<unknown> =>
  statement(tx, 'update agents set feed_id = $3 where id = $1 and feed_url = $2', [
    agent.id,
    agent.feed_url,
    feedId,
  ]);

/** `error` is null when the feed has all goods. */
export const noteFeed = (
  tx: Tx,
  agentId: string,
  { error, now }: { error: string | null; now: Date },
): Promise<unknown> =>
  statement(
    tx,
    `update agents set feed_error = $2,
       feed_pushed_at = case when $2::text is null then $3 else feed_pushed_at end
     where id = $1`,
    [agentId, error, now],
  );

export type SentProduct = { product_id: number; digest: Buffer; title: string; skus: string[] };

/** What the program has of products with these numbers: above `after`, up to `last`. */
export const sentProducts = (
  reader: Reader,
  agentId: string,
  { after, last }: { after: number; last: number },
): Promise<SentProduct[]> =>
  statement(
    reader,
    `select product_id, digest, title, skus from agent_feed_products
     where agent_id = $1 and product_id > $2 and product_id <= $3 order by product_id`,
    [agentId, after, last],
  );

export const saveSent = (tx: Tx, agentId: string, rows: readonly SentProduct[]): Promise<unknown> =>
  statement(
    tx,
    `insert into agent_feed_products (agent_id, product_id, digest, title, skus)
     select $1, product_id, decode(digest, 'hex'), title, skus
     from jsonb_to_recordset($2::jsonb)
       as sent (product_id integer, digest text, title text, skus text[])
     where exists (select from agents where id = $1)
     on conflict (agent_id, product_id) do update
       set digest = excluded.digest, title = excluded.title, skus = excluded.skus`,
    [agentId, JSON.stringify(rows.map(row => ({ ...row, digest: row.digest.toString('hex') })))],
  );

export const deleteSent = (tx: Tx, agentId: string, ids: readonly number[]): Promise<unknown> =>
  statement(
    tx,
    'delete from agent_feed_products where agent_id = $1 and product_id = any($2::int[])',
    [agentId, ids],
  );

/** The next push sends everything. */
export const forgetFeed = (tx: Tx, agentId: string): Promise<unknown> =>
  statement(tx, 'delete from agent_feed_products where agent_id = $1', [agentId]);
