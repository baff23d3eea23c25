import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { SessionRow } from './session.js';

const COLUMNS = `id, agent_id, protocol, interventions, visit_id, cart_id, checkout_id, buyer, address,
  option_id, problems, shown, status, handovers, handed_over_at, challenged_until, busy_until,
  created_at, updated_at, expires_at`;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export async function sessionOf(
  reader: Reader,
  agentId: string,
  id: string,
): Promise<SessionRow | undefined> {
  const [row] = await statement<SessionRow>(
    reader,
    `select ${COLUMNS} from agent_checkouts where id = $1 and agent_id = $2`,
    [id, agentId],
  );
  return row;
}

/** Whatever program opened it; for the link of its buyer. */
export async function sessionById(reader: Reader, id: string): Promise<SessionRow | undefined> {
  const [row] = await statement<SessionRow>(
    reader,
    `select ${COLUMNS} from agent_checkouts where id = $1`,
    [id],
  );
  return row;
}

export type NewSession = Pick<
  SessionRow,
  | 'id'
  | 'agent_id'
  | 'protocol'
  | 'interventions'
  | 'visit_id'
  | 'cart_id'
  | 'created_at'
  | 'expires_at'
> & { busyUntil: Date };

/** The session starts busy: its first change follows. */
export async function insertSession(writer: Autocommit, row: NewSession): Promise<SessionRow> {
  const [inserted] = await statement<SessionRow>(
    writer,
    `insert into agent_checkouts (id, agent_id, protocol, interventions, visit_id, cart_id, created_at,
       updated_at, expires_at, busy_until)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) returning ${COLUMNS}`,
    [
      row.id,
      row.agent_id,
      row.protocol,
      row.interventions,
      row.visit_id,
      row.cart_id,
      row.created_at,
      row.expires_at,
      row.busyUntil,
    ],
  );
  return inserted as SessionRow;
}

/** Undefined while another request changes the session, or if there is none. */
export async function claimSession(
  writer: Autocommit,
  agentId: string,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<SessionRow | undefined> {
  const [row] = await statement<SessionRow>(
    writer,
    `update agent_checkouts set busy_until = $4
     where id = $1 and agent_id = $2 and (busy_until is null or busy_until <= $3)
     returning ${COLUMNS}`,
    [id, agentId, now, until],
  );
  return row;
}

export const releaseSession = (
  writer: Autocommit,
  { id, busy_until }: Pick<SessionRow, 'id' | 'busy_until'>,
): Promise<unknown> =>
  statement(
    writer,
    'update agent_checkouts set busy_until = null where id = $1 and busy_until = $2',
    [id, busy_until],
  );

/** Writes what a request has changed; false if another request has taken the session since. */
export async function saveSession(writer: Autocommit, row: SessionRow): Promise<boolean> {
  const rows = await statement(
    writer,
    `update agent_checkouts set checkout_id = $2, buyer = $3, address = $4, option_id = $5,
       problems = $6, shown = $7, status = $8, updated_at = $9, expires_at = $10,
       challenged_until = $11
     where id = $1 and busy_until is not distinct from $12 returning id`,
    [
      row.id,
      row.checkout_id,
      json(row.buyer),
      json(row.address),
      row.option_id,
      json(row.problems),
      json(row.shown),
      row.status,
      row.updated_at,
      row.expires_at,
      row.challenged_until,
      row.busy_until,
    ],
  );
  return rows.length > 0;
}

/**
 * Counts a handover to the buyer, once for each link. Undefined if the session is over or the link
 * was used before, except for the last link if it was used after `since`.
 */
export async function takeOver(
  tx: Tx,
  { id, handovers }: Pick<SessionRow, 'id' | 'handovers'>,
  { now, since }: { now: Date; since: Date },
): Promise<SessionRow | undefined> {
  const [row] = await statement<SessionRow>(
    tx,
    `update agent_checkouts set handovers = $2::integer + 1,
       handed_over_at = case when handovers = $2::integer then $3 else handed_over_at end
     where id = $1 and status = 'open' and (handovers = $2::integer
       or (handovers = $2::integer + 1 and handed_over_at > $4)) returning ${COLUMNS}`,
    [id, handovers, now, since],
  );
  return row;
}

/**
 * Sessions of a program whose goods are kept while a bank waits for the card holder. A buyer may have
 * confirmed the payment without the program reading the session again, so the checkout decides.
 */
export async function countChallenges(reader: Reader, agentId: string, now: Date): Promise<number> {
  const [row] = await statement<{ count: number }>(
    reader,
    `select count(*)::int as count
     from agent_checkouts a join checkout_sessions c on c.id = a.checkout_id
     where a.agent_id = $1 and a.status = 'open' and a.challenged_until > $2
       and c.status = 'payment_requires_action'`,
    [agentId, now],
  );
  return row?.count ?? 0;
}

/** Clears buyer and address of sessions that can no longer be paid. */
export const clearExpired = (tx: Tx, now: Date): Promise<unknown> =>
  statement(
    tx,
    `update agent_checkouts set buyer = null, address = null
     where expires_at <= $1 and (buyer is not null or address is not null)`,
    [now],
  );

export const deleteOld = (tx: Tx, before: Date): Promise<unknown> =>
  statement(tx, 'delete from agent_checkouts where expires_at < $1', [before]);

/** What programs have sent about the person with these mail addresses, and for these sales. */
export const eraseAgentCheckouts = (
  tx: Tx,
  emails: readonly string[],
  saleIds: readonly string[],
): Promise<unknown> =>
  statement(
    tx,
    `update agent_checkouts set buyer = null, address = null
     where lower(buyer ->> 'email') = any($1::text[]) or checkout_id in (
       select id from checkout_sessions where transaction_id = any($2::uuid[]))`,
    [emails.map(email => email.toLowerCase()), saleIds],
  );
