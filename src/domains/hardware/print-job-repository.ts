import { type Insertable, type Selectable, sql } from 'kysely';
import type { PrintJobs } from '../../platform/database/tables.js';
import { type Autocommit, type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { ReportKind } from '../shifts/index.js';
import type { Place } from './repository.js';

export const JOB_KINDS = [
  'receipt',
  'gift',
  'refund',
  'ticket',
  'test',
  'drawer',
  'report',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];
export type PrintJob = Omit<Selectable<PrintJobs>, 'kind' | 'report'> & {
  kind: JobKind;
  report: ReportKind | null;
};

export async function insertJob(
  tx: Tx,
  place: Place,
  row: Omit<Insertable<PrintJobs>, 'store_id'>,
): Promise<ShownJob> {
  await tx
    .insertInto('print_jobs')
    .values({ ...row, store_id: place.storeId })
    .execute();
  return jobsAt(tx, place).where('print_jobs.id', '=', row.id).executeTakeFirstOrThrow();
}

/** A ticket, or a pulse for the same cause, that exists already is left as it is. */
export async function insertOnce(tx: Tx, rows: readonly Insertable<PrintJobs>[]): Promise<void> {
  await tx
    .insertInto('print_jobs')
    .values([...rows])
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/** A job with the names of its device, till and sale, by which people recognise it. */
export type ShownJob = PrintJob & {
  device_name: string;
  terminal_id: string;
  transaction_number: string | null;
};

const shownJobs = (reader: Reader) =>
  reader
    .selectFrom('print_jobs')
    .innerJoin('terminal_devices', 'terminal_devices.id', 'print_jobs.device_id')
    .leftJoin('transactions', 'transactions.id', 'print_jobs.transaction_id')
    .selectAll('print_jobs')
    .select([
      'terminal_devices.name as device_name',
      'terminal_devices.terminal_id',
      'transactions.transaction_number',
    ])
    .$castTo<ShownJob>();

const jobsAt = (reader: Reader, { terminalId, storeId }: Place) =>
  shownJobs(reader)
    .where('terminal_devices.terminal_id', '=', terminalId)
    .where('terminal_devices.store_id', '=', storeId);

/** Newest first; `beforeId` is the last id of the previous page. */
export function listJobs(
  reader: Reader,
  place: Place,
  beforeId: string | undefined,
  limit: number,
): Promise<ShownJob[]> {
  let query = jobsAt(reader, place);
  if (beforeId !== undefined) query = query.where('print_jobs.id', '<', beforeId);
  return query.orderBy('print_jobs.id', 'desc').limit(limit).execute();
}

/** Papers that were given up, of devices whose tills still belong to their stores. */
export function listGivenUp(
  reader: Reader,
  storeIds: readonly string[] | undefined,
  beforeId: string | undefined,
  limit: number,
): Promise<ShownJob[]> {
  let query = shownJobs(reader)
    .innerJoin('terminals', join =>
      join
        .onRef('terminals.id', '=', 'terminal_devices.terminal_id')
        .onRef('terminals.store_id', '=', 'terminal_devices.store_id'),
    )
    .where('print_jobs.parked_at', 'is not', null);
  if (storeIds !== undefined) query = query.where('print_jobs.store_id', 'in', [...storeIds]);
  if (beforeId !== undefined) query = query.where('print_jobs.id', '<', beforeId);
  return query.orderBy('print_jobs.id', 'desc').limit(limit).execute();
}

export const jobAt = (reader: Reader, place: Place, id: string): Promise<ShownJob | undefined> =>
  jobsAt(reader, place).where('print_jobs.id', '=', id).executeTakeFirst();

export async function markPrinted(writer: Autocommit, id: string): Promise<void> {
  await writer
    .updateTable('print_jobs')
    .set({ printed_at: sql`now()`, due_at: null, lease_until: null, error: null })
    .where('id', '=', id)
    .execute();
}

/** Ends a job for good; nobody can make it due again. */
export async function endJob(writer: Autocommit, id: string, error: string): Promise<void> {
  await writer
    .updateTable('print_jobs')
    .set({ due_at: null, lease_until: null, error })
    .where('id', '=', id)
    .execute();
}

/** Gives up a job until somebody has removed the cause and retries it. */
export async function parkJob(writer: Autocommit, id: string, error: string): Promise<void> {
  await writer
    .updateTable('print_jobs')
    .set({ parked_at: sql`now()`, due_at: null, lease_until: null, error })
    .where('id', '=', id)
    .execute();
}

/** Takes a job that was given up off the list; its error stays. False if it is not given up. */
export async function discardJob(tx: Tx, id: string): Promise<boolean> {
  const discarded = await tx
    .updateTable('print_jobs')
    .set({ parked_at: null })
    .where('id', '=', id)
    .where('parked_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return discarded !== undefined;
}

/** Makes a job that waits or was given up due now; one that a worker holds or has printed stays. */
export async function makeJobDue(tx: Tx, id: string): Promise<boolean> {
  const due = await tx
    .updateTable('print_jobs')
    .set({ due_at: sql`now()`, parked_at: null, attempts: 1 })
    .where('id', '=', id)
    .where('printed_at', 'is', null)
    .where(sql<boolean>`(lease_until is null or lease_until <= now())`)
    .returning('id')
    .executeTakeFirst();
  return due !== undefined;
}

/** Whether a job is to open the drawer now. */
export type Pulse = 'due' | 'sent' | 'too_late';

/**
 * A job opens the drawer on its first attempt only, and within `seconds` of its creation by the
 * clock of the database, which all nodes share. The drawer counts as open if a job of the same sale
 * has opened it within 5 seconds: a till program may request the receipt with the drawer right
 * after a cash payment.
 */
export async function pulseOf(reader: Reader, id: string, seconds: number): Promise<Pulse> {
  const [row] = await statement<{ pulse: Pulse }>(
    reader,
    `select case
       when j.attempts > 1
         or j.created_at <= statement_timestamp() - make_interval(secs => $2) then 'too_late'
       when exists (
         select from print_jobs o
         where o.device_id = j.device_id and o.transaction_id = j.transaction_id
           and (o.kind = 'drawer') <> (j.kind = 'drawer') and (o.kind = 'drawer' or o.opens_drawer)
           and o.printed_at is not null and o.attempts = 1
           and o.created_at between j.created_at - interval '5 seconds'
             and j.created_at + interval '5 seconds') then 'sent'
       else 'due' end as pulse
     from print_jobs j where j.id = $1`,
    [id, seconds],
  );
  return row?.pulse ?? 'too_late';
}

export async function deleteOldJobs(writer: Autocommit, before: Date): Promise<void> {
  await writer
    .deleteFrom('print_jobs')
    .where('created_at', '<', before)
    .where('due_at', 'is', null)
    .execute();
}
