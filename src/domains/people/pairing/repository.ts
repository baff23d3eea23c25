import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

export type PairingCode = {
  terminal_id: string;
  created_by: string | null;
  expires_at: Date;
  device_id: string | null;
  attempt_hash: Buffer | null;
};

/** One code per till is valid: a new one replaces those that nobody used. */
export async function insertPairingCode(
  tx: Tx,
  code: { hash: Buffer; terminalId: string; createdBy: string; expiresAt: Date },
): Promise<void> {
  await statement(tx, 'delete from pairing_codes where terminal_id = $1 and device_id is null', [
    code.terminalId,
  ]);
  await statement(
    tx,
    `insert into pairing_codes (code_hash, terminal_id, created_by, expires_at)
     values ($1, $2, $3, $4)`,
    [code.hash, code.terminalId, code.createdBy, code.expiresAt],
  );
}

export async function pairingCode(
  reader: Reader,
  hashes: readonly Buffer[],
): Promise<PairingCode | undefined> {
  const [row] = await statement<PairingCode>(
    reader,
    `select terminal_id, created_by, expires_at, device_id, attempt_hash
     from pairing_codes where code_hash = any($1::bytea[])`,
    [hashes],
  );
  return row;
}

export async function usePairingCode(
  tx: Tx,
  hashes: readonly Buffer[],
  use: { deviceId: string; attemptHash: Buffer },
): Promise<void> {
  await statement(
    tx,
    `update pairing_codes set device_id = $2, attempt_hash = $3
     where code_hash = any($1::bytea[])`,
    [hashes, use.deviceId, use.attemptHash],
  );
}

export async function deleteExpiredPairingCodes(tx: Tx, now: Date): Promise<void> {
  await statement(tx, 'delete from pairing_codes where expires_at < $1', [now]);
}

export async function insertPairedDevice(
  tx: Tx,
  device: {
    id: string;
    terminalId: string;
    tokenHash: Buffer;
    userAgent: string;
    pairedBy: string | null;
    now: Date;
  },
): Promise<void> {
  await statement(
    tx,
    `insert into paired_devices
       (id, terminal_id, token_hash, user_agent, paired_by, paired_at, last_seen_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [device.id, device.terminalId, device.tokenHash, device.userAgent, device.pairedBy, device.now],
  );
}

/** Gives the device a new token; false if it was unpaired meanwhile. */
export async function replaceDeviceToken(tx: Tx, id: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await statement(
    tx,
    'update paired_devices set token_hash = $2 where id = $1 returning id',
    [id, tokenHash],
  );
  return rows.length === 1;
}

/** A device with the till it is paired with; a till that was released belongs to no store. */
export type PairedTill = {
  id: string;
  terminal_id: string;
  terminal_name: string;
  is_active: boolean;
  store_id: string | null;
};

const PAIRED_TILL = `
  select d.id, d.terminal_id, t.name as terminal_name, t.is_active, t.store_id
  from paired_devices d join terminals t on t.id = d.terminal_id
  where d.token_hash = $1`;

export async function pairedTill(reader: Reader, hash: Buffer): Promise<PairedTill | undefined> {
  const [row] = await statement<PairedTill>(reader, PAIRED_TILL, [hash]);
  return row;
}

/** Locks the device against unpairing until the login is committed, and notes that it was seen. */
export async function lockPairedTill(
  tx: Tx,
  hash: Buffer,
  now: Date,
): Promise<PairedTill | undefined> {
  await statement(tx, 'update paired_devices set last_seen_at = $2 where token_hash = $1', [
    hash,
    now,
  ]);
  return pairedTill(tx, hash);
}

export type PairedDevice = {
  id: string;
  terminal_id: string;
  user_agent: string;
  first_name: string | null;
  last_name: string | null;
  username: string | null;
  employee_number: string | null;
  paired_at: Date;
  last_seen_at: Date;
};

export const pairedDevicesOf = (reader: Reader, storeId: string): Promise<PairedDevice[]> =>
  statement<PairedDevice>(
    reader,
    `select d.id, d.terminal_id, d.user_agent, u.first_name, u.last_name, u.username,
            u.employee_number, d.paired_at, d.last_seen_at
     from paired_devices d join terminals t on t.id = d.terminal_id
     left join users u on u.id = d.paired_by
     where t.store_id = $1 order by d.terminal_id, d.paired_at, d.id limit 500`,
    [storeId],
  );

export type UnpairedDevice = { id: string; terminal_id: string; store_id: string | null };

/** The devices to unpair: one of a store, all of a till, or the one with this token. */
export type DeviceChoice =
  | { id: string; storeId: string }
  | { terminalId: string }
  | { tokenHash: Buffer };

export function deletePairedDevices(tx: Tx, choice: DeviceChoice): Promise<UnpairedDevice[]> {
  const [condition, values] =
    'tokenHash' in choice
      ? ['d.token_hash = $1', [choice.tokenHash]]
      : 'terminalId' in choice
        ? ['d.terminal_id = $1', [choice.terminalId]]
        : ['d.id = $1 and t.store_id = $2', [choice.id, choice.storeId]];
  return statement<UnpairedDevice>(
    tx,
    `delete from paired_devices d using terminals t
     where t.id = d.terminal_id and ${condition}
     returning d.id, d.terminal_id, t.store_id`,
    values,
  );
}

export async function deletePairingCodes(tx: Tx, terminalId: string): Promise<void> {
  await statement(tx, 'delete from pairing_codes where terminal_id = $1', [terminalId]);
}
