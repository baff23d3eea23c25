import type { Selectable } from 'kysely';
import type { SandboxIntents, SandboxRefunds } from '../../../platform/database/tables.js';
import {
  type Autocommit,
  brokenConstraint,
  type Db,
  type Reader,
  statement,
  type Tx,
} from '../../../platform/database/tx.js';

export type SandboxIntent = Selectable<SandboxIntents>;
export type SandboxRefund = Selectable<SandboxRefunds>;

export type NewIntent = Pick<
  SandboxIntent,
  | 'id'
  | 'processor_type'
  | 'idempotency_key'
  | 'amount_minor'
  | 'currency'
  | 'token'
  | 'status'
  | 'failure_code'
  | 'client_secret'
> & { metadata: Record<string, string> };

/**
 * Inserts an intent, or returns the one that already has this key. Most keys are new, and an insert
 * with `on conflict` writes a second record to the log.
 */
export async function insertIntent(db: Db, intent: NewIntent): Promise<SandboxIntent> {
  try {
    return await writeIntent(db, intent);
  } catch (error) {
    if (brokenConstraint(error) !== 'sandbox_intents_processor_type_idempotency_key_key')
      throw error;
  }
  const stored = await intentByKey(db, intent.processor_type, intent.idempotency_key);
  if (stored === undefined) throw new Error('the sandbox lost an intent it has just stored');
  return stored;
}

async function writeIntent(db: Db, intent: NewIntent): Promise<SandboxIntent> {
  const [made] = await statement<SandboxIntent>(
    db,
    `insert into sandbox_intents (id, processor_type, idempotency_key, amount_minor, currency, token,
       status, failure_code, client_secret, metadata)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb)
     returning *`,
    [
      intent.id,
      intent.processor_type,
      intent.idempotency_key,
      intent.amount_minor,
      intent.currency,
      intent.token,
      intent.status,
      intent.failure_code,
      intent.client_secret,
      JSON.stringify(intent.metadata),
    ],
  );
  if (made === undefined) throw new Error('insert of an intent returned no row');
  return made;
}

export const intentByKey = (
  reader: Reader,
  processorType: string,
  key: string,
): Promise<SandboxIntent | undefined> =>
  reader
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('processor_type', '=', processorType)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

export const intentById = (
  reader: Reader,
  processorType: string,
  id: string,
): Promise<SandboxIntent | undefined> =>
  reader
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('processor_type', '=', processorType)
    .where('id', '=', id)
    .executeTakeFirst();

/** Changes an intent that requires action; a final status stays. */
export const moveIntent = (
  db: Autocommit,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled',
  failureCode: string | null,
): Promise<unknown> =>
  statement(
    db,
    `update sandbox_intents set status = $2, failure_code = $3, updated_at = now()
     where id = $1 and status = 'requires_action'`,
    [id, status, failureCode],
  );

/** Shows a prepared intent on its reader; `updated_at` is when. A repeat changes nothing. */
export const showIntent = (
  db: Autocommit,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<unknown> =>
  statement(
    db,
    `update sandbox_intents set token = $3, updated_at = now()
     where id = $1 and token = $2 and status = 'requires_action'`,
    [id, from, to],
  );

/** Locks the intent, so that parallel refunds are summed one after the other. */
export const lockIntent = async (
  tx: Tx,
  processorType: string,
  id: string,
): Promise<SandboxIntent | undefined> =>
  tx
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('processor_type', '=', processorType)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const refundByKey = (reader: Reader, key: string): Promise<SandboxRefund | undefined> =>
  reader
    .selectFrom('sandbox_refunds')
    .selectAll()
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

export async function refundedOf(reader: Reader, intentId: string): Promise<number> {
  const [row] = await statement<{ total: number }>(
    reader,
    'select coalesce(sum(amount_minor), 0)::bigint as total from sandbox_refunds where intent_id = $1',
    [intentId],
  );
  return row?.total ?? 0;
}

export const insertSandboxRefund = (
  tx: Tx,
  refund: Omit<SandboxRefund, 'created_at'>,
): Promise<unknown> => tx.insertInto('sandbox_refunds').values(refund).execute();
