import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { TerminalDevices } from '../../platform/database/tables.js';
import { type Autocommit, type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Connection, Kind, Purpose, State } from './rules.js';

export type Device = Omit<
  Selectable<TerminalDevices>,
  'kind' | 'connection' | 'purpose' | 'state' | 'paper_width'
> & {
  kind: Kind;
  connection: Connection;
  purpose: Purpose;
  state: State;
  paper_width: '58' | '80';
};

/** A till with its store. */
export type Place = { terminalId: string; storeId: string };

const devicesAt = (reader: Reader, { terminalId, storeId }: Place) =>
  reader
    .selectFrom('terminal_devices')
    .selectAll()
    .where('terminal_id', '=', terminalId)
    .where('store_id', '=', storeId)
    .$castTo<Device>();

export const listDevices = (reader: Reader, place: Place): Promise<Device[]> =>
  devicesAt(reader, place).orderBy('id').execute();

export const deviceAt = (reader: Reader, place: Place, id: string): Promise<Device | undefined> =>
  devicesAt(reader, place).where('id', '=', id).executeTakeFirst();

export const lockDevice = (tx: Tx, place: Place, id: string): Promise<Device | undefined> =>
  devicesAt(tx, place).where('id', '=', id).forUpdate().executeTakeFirst();

/** Only while its till still belongs to the store that set it up. */
export const deviceInUse = (reader: Reader, id: string): Promise<Device | undefined> =>
  reader
    .selectFrom('terminal_devices')
    .innerJoin('terminals', join =>
      join
        .onRef('terminals.id', '=', 'terminal_devices.terminal_id')
        .onRef('terminals.store_id', '=', 'terminal_devices.store_id'),
    )
    .selectAll('terminal_devices')
    .where('terminal_devices.id', '=', id)
    .where('terminal_devices.is_active', '=', true)
    .$castTo<Device>()
    .executeTakeFirst();

export const insertDevice = (tx: Tx, row: Insertable<TerminalDevices>): Promise<Device> =>
  tx
    .insertInto('terminal_devices')
    .values(row)
    .returningAll()
    .$castTo<Device>()
    .executeTakeFirstOrThrow();

export const updateDevice = (
  tx: Tx,
  id: string,
  change: Updateable<TerminalDevices>,
): Promise<Device> =>
  tx
    .updateTable('terminal_devices')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .$castTo<Device>()
    .executeTakeFirstOrThrow();

export async function deleteDevice(tx: Tx, place: Place, id: string): Promise<void> {
  await tx
    .deleteFrom('terminal_devices')
    .where('id', '=', id)
    .where('terminal_id', '=', place.terminalId)
    .where('store_id', '=', place.storeId)
    .execute();
}

/** The card reader on which the till takes cards. */
export const activeReader = (reader: Reader, place: Place): Promise<Device | undefined> =>
  devicesAt(reader, place)
    .where('kind', '=', 'card_reader')
    .where('is_active', '=', true)
    .where('reader_id', 'is not', null)
    .executeTakeFirst();

/** Sets the id of the card reader in use, or of the first one that is switched on. */
export async function setReaderId(tx: Tx, place: Place, readerId: string | null): Promise<void> {
  const device = devicesAt(tx, place)
    .clearSelect()
    .select('id')
    .where('kind', '=', 'card_reader')
    .where('is_active', '=', true)
    .orderBy(sql`reader_id is null`)
    .orderBy('id')
    .limit(1);
  await tx
    .updateTable('terminal_devices')
    .set({ reader_id: readerId, updated_at: sql`now()` })
    .where('id', '=', device)
    .execute();
}

export async function noteState(writer: Autocommit, id: string, state: State): Promise<void> {
  await writer
    .updateTable('terminal_devices')
    .set({ state, state_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** How many of these categories exist. */
export async function countCategories(reader: Reader, ids: readonly string[]): Promise<number> {
  const [row] = await statement<{ count: number }>(
    reader,
    'select count(*)::int as count from categories where id = any($1::uuid[])',
    [ids],
  );
  return row?.count ?? 0;
}

/** SQL for the lanes of the print queue: jobs of a printer that is switched off wait. */
export const availablePrinters = (): string =>
  'select id as lane from terminal_devices where is_active';

export type Ticket = { sale_id: string; device_id: string; store_id: string };

/**
 * The printers that get a ticket of these sales, because goods of their categories were sold; none
 * for sales that were paid before `since`.
 */
export const ticketsOf = (
  reader: Reader,
  saleIds: readonly string[],
  since: Date,
): Promise<Ticket[]> =>
  statement<Ticket>(
    reader,
    `select distinct s.id as sale_id, d.id as device_id, d.store_id
     from transactions s
     join terminal_devices d on d.store_id = s.store_id and d.purpose = 'ticket' and d.is_active
     join terminals t on t.id = d.terminal_id and t.store_id = d.store_id
     join transaction_lines l on l.transaction_id = s.id
     join products p on p.id = l.product_id
     where s.id = any($1::uuid[]) and s.completed_at >= $2 and p.category_id in (${TREE})`,
    [saleIds, since],
  );

/** The categories of a printer and all below them. */
const TREE = `
  with recursive tree as (
    select c.id from categories c where c.id = any(d.category_ids)
    union select c.id from categories c join tree on c.parent_id = tree.id)
  select id from tree`;

/** The lines of a sale that belong on the ticket of a printer. */
export async function ticketLines(
  reader: Reader,
  saleId: string,
  deviceId: string,
): Promise<Set<string>> {
  const rows = await statement<{ id: string }>(
    reader,
    `select l.id from transaction_lines l
     join products p on p.id = l.product_id
     join terminal_devices d on d.id = $2
     where l.transaction_id = $1 and p.category_id in (${TREE})`,
    [saleId, deviceId],
  );
  return new Set(rows.map(({ id }) => id));
}
