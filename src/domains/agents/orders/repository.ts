import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { ProtocolName } from '../checkout/session.js';

/** An order that a program placed, with the last revision sent to it. */
export type AgentOrder = {
  sale_id: string;
  sale_number: string;
  agent_id: string;
  session_id: string;
  protocol: ProtocolName;
  created_at: Date;
  /** Counts what happens to the order. */
  revision: number;
  /** The revision that the program has; 0: none. */
  sent_revision: number;
  attempts: number;
  error: string | null;
};

export type NewOrder = Pick<
  AgentOrder,
  'sale_id' | 'sale_number' | 'agent_id' | 'session_id' | 'protocol'
>;

/** A known order stays as it is. */
export const insertOrders = (
  writer: Autocommit,
  orders: readonly NewOrder[],
  now: Date,
): Promise<unknown> =>
  statement(
    writer,
    `insert into agent_orders (sale_id, sale_number, agent_id, session_id, protocol, created_at,
       next_attempt_at)
     select o.sale_id, o.sale_number, o.agent_id, o.session_id, o.protocol, $2, $2
     from jsonb_to_recordset($1::jsonb)
       as o (sale_id uuid, sale_number text, agent_id uuid, session_id uuid, protocol text)
     join agents a on a.id = o.agent_id
     on conflict do nothing`,
    [JSON.stringify(orders), now],
  );

/**
 * The sessions of programs whose carts these sales were. An order of a customer who has logged in is
 * no longer the program's.
 */
export const sessionsOfSales = (reader: Reader, saleIds: readonly string[]): Promise<NewOrder[]> =>
  statement(
    reader,
    `select c.transaction_id as sale_id, '' as sale_number, a.agent_id, a.id as session_id, a.protocol
     from agent_checkouts a join checkout_sessions c on c.cart_id = a.cart_id
     where a.status <> 'canceled' and c.status = 'completed'
       and c.transaction_id = any($1::uuid[])
       and (a.handed_over_at is null or exists (
         select from sessions s where s.id = a.visit_id and s.user_id is null))`,
    [saleIds],
  );

/** Counts a change of these orders, so that they are sent again, also after sending was given up. */
export const markChanged = (tx: Tx, numbers: readonly string[], now: Date): Promise<unknown> =>
  statement(
    tx,
    `update agent_orders set revision = revision + 1, next_attempt_at = $2, attempts = 0,
       parked_at = null
     where sale_number = any($1::text[])`,
    [numbers, now],
  );

/** Something may have happened since the revision was read; then the order is due again. */
export const markSent = (
  writer: Autocommit,
  { sale_id, revision }: AgentOrder,
  now: Date,
): Promise<unknown> =>
  statement(
    writer,
    `update agent_orders set sent_revision = $2, attempts = 0, error = null, lease_until = null,
       next_attempt_at = $3
     where sale_id = $1`,
    [sale_id, revision, now],
  );

/** An order of another program is not found. */
export async function orderOfAgent(
  reader: Reader,
  agentId: string,
  number: string,
): Promise<AgentOrder | undefined> {
  const [row] = await statement<AgentOrder>(
    reader,
    'select * from agent_orders where agent_id = $1 and sale_number = $2',
    [agentId, number],
  );
  return row;
}

export const deleteOldOrders = (tx: Tx, before: Date): Promise<unknown> =>
  statement(tx, 'delete from agent_orders where created_at < $1', [before]);

export type SealedWebhook = { webhook_url: string | null; webhook_secret: Buffer | null };

export async function webhookOf(reader: Reader, agentId: string): Promise<SealedWebhook> {
  const [row] = await statement<SealedWebhook>(
    reader,
    'select webhook_url, webhook_secret from agents where id = $1',
    [agentId],
  );
  return row ?? { webhook_url: null, webhook_secret: null };
}
