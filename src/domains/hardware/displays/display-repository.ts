import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

/** A customer display with the till that it follows. */
export type Display = { deviceId: string; terminalId: string; storeId: string };

/** Undefined if it was removed or switched off, or if its till moved to another store. */
export async function displayWithToken(
  reader: Reader,
  tokenHash: Buffer,
): Promise<Display | undefined> {
  const [row] = await statement<Display>(
    reader,
    `select d.id as "deviceId", d.terminal_id as "terminalId", d.store_id as "storeId"
     from customer_displays c
     join terminal_devices d on d.id = c.device_id
       and d.kind = 'customer_display' and d.is_active
     join terminals t on t.id = d.terminal_id and t.store_id = d.store_id
     where c.token_hash = $1`,
    [tokenHash],
  );
  return row;
}

/** The device that has this token, whether it is in use or not. */
export async function deviceWithToken(
  reader: Reader,
  tokenHash: Buffer,
): Promise<{ id: string; terminal_id: string; store_id: string } | undefined> {
  const [row] = await statement<{ id: string; terminal_id: string; store_id: string }>(
    reader,
    `select d.id, d.terminal_id, d.store_id
     from customer_displays c join terminal_devices d on d.id = c.device_id
     where c.token_hash = $1`,
    [tokenHash],
  );
  return row;
}

/** False if a display with this token was paired meanwhile. */
export async function insertDisplay(tx: Tx, deviceId: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into customer_displays (device_id, token_hash) values ($1, $2)
     on conflict (token_hash) do nothing returning device_id`,
    [deviceId, tokenHash],
  );
  return rows.length === 1;
}

export async function countDisplays(
  reader: Reader,
  place: { terminalId: string; storeId: string },
): Promise<number> {
  const [row] = await statement<{ count: number }>(
    reader,
    `select count(*)::int as count
     from customer_displays c join terminal_devices d on d.id = c.device_id
     where d.terminal_id = $1 and d.store_id = $2`,
    [place.terminalId, place.storeId],
  );
  return row?.count ?? 0;
}
