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
  /** The last characters of its key. */
  key_hint: string;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `id, name, store_id, profile_url, order_limit::text, key_hint, is_active,
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

export type NewAgent = Omit<Agent, 'is_active' | 'created_at' | 'updated_at'> & { keyHash: Buffer };

export async function insertAgent(tx: Tx, agent: NewAgent, now: Date): Promise<Agent> {
  const [row] = await statement<Agent>(
    tx,
    `insert into agents (id, name, store_id, profile_url, order_limit, key_hint, key_hash,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning ${COLUMNS}`,
    [
      agent.id,
      agent.name,
      agent.store_id,
      agent.profile_url,
      agent.order_limit,
      agent.key_hint,
      agent.keyHash,
      now,
    ],
  );
  return row as Agent;
}

export type AgentChange = Partial<
  Pick<Agent, 'name' | 'profile_url' | 'order_limit' | 'is_active'>
>;

/** A `profile_url` or `order_limit` that is null is cleared, one that is missing stays. */
export async function updateAgent(
  tx: Tx,
  id: string,
  change: AgentChange,
  now: Date,
): Promise<Agent> {
  const [row] = await statement<Agent>(
    tx,
    `update agents set name = coalesce($2, name), is_active = coalesce($3, is_active),
       profile_url = case when $4 then $5 else profile_url end,
       order_limit = case when $6 then $7 else order_limit end, updated_at = $8
     where id = $1 returning ${COLUMNS}`,
    [
      id,
      change.name ?? null,
      change.is_active ?? null,
      change.profile_url !== undefined,
      change.profile_url ?? null,
      change.order_limit !== undefined,
      change.order_limit ?? null,
      now,
    ],
  );
  return row as Agent;
}

/** Its checkout sessions go with it; their orders stay. */
export const deleteAgent = (tx: Tx, id: string): Promise<unknown> =>
  statement(tx, 'delete from agents where id = $1', [id]);
