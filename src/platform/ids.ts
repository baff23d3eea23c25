import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Keeps ids made in the same millisecond in order of creation. */
let sequence = randomBytes(3).readUIntBE(0, 3);
/** If the system clock is set back, new ids still sort after existing ones. */
let latestMs = 0;

/**
 * A UUIDv7: time-ordered, so new rows go to the end of their index. Pass `at` where the id decides
 * the order of a list or the month of a partition.
 */
export function newId(at?: Date): string {
  sequence = (sequence + 1) >>> 0;
  latestMs = Math.max(latestMs, Date.now());
  return v7({ msecs: at?.getTime() ?? latestMs, seq: sequence, random: nextRandom() });
}

const ID_BYTES = 16;
const pool = Buffer.alloc(512 * ID_BYTES);
let used = pool.length;

/** Random bytes for 512 ids at once: a system call per id would cost more than the id itself. */
function nextRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}

/** The lowest id that `newId` can make at a moment; `uuid_floor` in the database. */
export function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/**
 * The lowest and the highest of these ids. As a range condition next to a list of ids, it lets the
 * database skip monthly partitions that hold none of them.
 */
export function idRange(ids: readonly string[]): [lowest: string | null, highest: string | null] {
  const sorted = [...ids].sort();
  return [sorted[0] ?? null, sorted.at(-1) ?? null];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** A secret for a header, cookie or link; 32 random bytes by default. */
export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** `prefix-YYYYMMDD-8HEX`, the shape of sale and refund numbers; the date is UTC. */
export function datedNumber(prefix: string, at: Date): string {
  const day = at.toISOString().slice(0, 10).replaceAll('-', '');
  return `${prefix}-${day}-${randomBytes(4).toString('hex').toUpperCase()}`;
}
