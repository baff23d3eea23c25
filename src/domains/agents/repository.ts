import type { Updateable } from 'kysely';
import type { Agents } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';

/** A program that buys for customers, at one store. */
export type Agent = {
  id: string;
  name: string;
  store_id: string;
  /**
   * Address of its profile in the Universal Commerce Protocol; null: it does not use the protocol.
   */
  profile_url: string | null;
  /** The highest total of one order; null: no limit of its own. */
  order_limit: string | null;
  /** Where order events of the Agentic Commerce Protocol go. */
  webhook_url: string | null;
  has_webhook_secret: boolean;
  /** Its API for product feeds, which gets the goods of the store. */
  feed_url: string | null;
  feed_id: string | null;
  has_feed_token: boolean;
  feed_pushed_at: Date | null;
  feed_error: string | null;
  /** The last characters of its key. */
  key_hint: string;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `id, name, store_id, profile_url, order_limit::text, webhook_url,
  webhook_secret is not null as has_webhook_secret, feed_url, feed_id,
  feed_token is not null as has_feed_token, feed_pushed_at, feed_error, key_hint, is_active,
  created_at, updated_at`;
const OF_STORES = '($1::uuid[] is null or store_id = any($1::uuid[]))';

export const listAgents = (
  reader: Reader,
  storeIds: readonly string[] | undefined,
  afterId: string | undefined,
  limit: number,
): Promise<Agent[]> =>
  statement<Agent>(
    reader,
    `select ${COLUMNS} from agents where ${OF_STORES} and ($2::uuid is null or id > $2)
     order by id limit $3`,
    [storeIds ?? null, afterId ?? null, limit],
  );

export async function agentById(
  reader: Reader,
  storeIds: readonly string[] | undefined,
  id: string,
): Promise<Agent | undefined> {
  const [agent] = await statement<Agent>(
    reader,
    `select ${COLUMNS} from agents where ${OF_STORES} and id = $2`,
    [storeIds ?? null, id],
  );
  return agent;
}

export async function agentByKey(reader: Reader, keyHash: Buffer): Promise<Agent | undefined> {
  const [agent] = await statement<Agent>(
    reader,
    `select ${COLUMNS} from agents where key_hash = $1 and is_active`,
    [keyHash],
  );
  return agent;
}

/** What a store sets; secrets are sealed. */
export type AgentSettings = Pick<
  Updateable<Agents>,
  | 'profile_url'
  | 'order_limit'
  | 'webhook_url'
  | 'webhook_secret'
  | 'feed_url'
  | 'feed_id'
  | 'feed_token'
>;

export type NewAgent = AgentSettings &
  Pick<Agent, 'id' | 'name' | 'store_id' | 'key_hint'> & { keyHash: Buffer };

export async function insertAgent(
  tx: Tx,
  { keyHash, ...agent }: NewAgent,
  now: Date,
): Promise<Agent> {
  await tx
    .insertInto('agents')
    .values({ ...agent, key_hash: keyHash, created_at: now, updated_at: now })
    .execute();
  return (await agentById(tx, undefined, agent.id)) as Agent;
}

export type AgentChange = AgentSettings &
  Pick<Updateable<Agents>, 'name' | 'is_active' | 'feed_pushed_at' | 'feed_error'>;

/** Null clears a field; a missing field stays as it is. */
export async function updateAgent(
  tx: Tx,
  id: string,
  change: AgentChange,
  now: Date,
): Promise<Agent> {
  await tx
    .updateTable('agents')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
  return (await agentById(tx, undefined, id)) as Agent;
}

/** Deletes a program with its checkout sessions; their orders stay. */
export const deleteAgent = (tx: Tx, id: string): Promise<unknown> =>
  statement(tx, 'delete from agents where id = $1', [id]);

export type SealedSecrets = {
  id: string;
  webhook_secret: Buffer | null;
  feed_token: Buffer | null;
};

export const lockSecrets = (tx: Tx): Promise<SealedSecrets[]> =>
  statement(
    tx,
    `select id, webhook_secret, feed_token from agents
     where webhook_secret is not null or feed_token is not null order by id for update`,
  );

export const replaceSecrets = (
  tx: Tx,
  { id, webhook_secret, feed_token }: SealedSecrets,
): Promise<unknown> =>
  statement(tx, 'update agents set webhook_secret = $2, feed_token = $3 where id = $1', [
    id,
    webhook_secret,
    feed_token,
  ]);
