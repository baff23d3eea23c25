import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Records of one moment keep the order they were made in. */
let turn = randomBytes(3).readUIntBE(0, 3);
/** A clock that is put back does not put new records before those that are there. */
let latestMs = 0;

/**
 * Time-ordered, so rows inserted in volume land at the end of their index. Where the id decides
 * the order of a list or the month of a partition, it is made for the moment of the record.
 */
export function newId(at?: Date): string {
  turn = (turn + 1) >>> 0;
  latestMs = Math.max(latestMs, Date.now());
  return v7({ msecs: at?.getTime() ?? latestMs, seq: turn, random: nextRandom() });
}

const ID_BYTES = 16;
const drawn = Buffer.alloc(512 * ID_BYTES);
let used = drawn.length;

/** Drawn for many ids at once: asking the system for each takes longer than making the id. */
function nextRandom(): Uint8Array {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += ID_BYTES;
  return drawn.subarray(used - ID_BYTES, used);
}

/** The lowest id that `newId` could make at a moment; the database says `uuid_floor`. */
export function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/**
 * The lowest and the highest of these ids. Said beside a list of ids, it spares the database the
 * months that none of them is in.
 */
export function idRange(ids: readonly string[]): [lowest: string | null, highest: string | null] {
  const sorted = [...ids].sort();
  return [sorted[0] ?? null, sorted.at(-1) ?? null];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** A secret that travels in a header, cookie or link: 32 random bytes unless told otherwise. */
export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** `prefix-YYYYMMDD-8HEX`, the shape of sale and refund numbers; the date is UTC. */
export function datedNumber(prefix: string, at: Date): string {
  const day = at.toISOString().slice(0, 10).replaceAll('-', '');
  return `${prefix}-${day}-${randomBytes(4).toString('hex').toUpperCase()}`;
}
