import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

/** The parts of an entry that its hash covers, and the hash of the one before. */
export type Link = {
  counter: number;
  kind: string;
  occurred_at: string;
  data: Record<string, unknown>;
  previous_hash: string;
};

/**
 * As docs/till-journal.md defines it. Not `crypto.subtle`: browsers keep that from pages that came
 * over plain http, and an IndexedDB transaction would end while it is awaited.
 */
export const hashOf = ({ previous_hash, counter, kind, occurred_at, data }: Link): string =>
  bytesToHex(sha256(`${previous_hash}\n${canonical({ counter, kind, occurred_at, data })}`));

/** JSON with sorted keys and without spaces. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${parts.join(',')}}`;
}

/** NUL and halves of surrogate pairs, which a scanner or a cut text may contain. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** As the service reads and stores it: undefined values are gone, and text is what PostgreSQL takes. */
export const plain = (data: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(data), (_name, value: unknown) =>
    typeof value === 'string' ? value.replace(UNSTORABLE, '\ufffd') : value,
  ) as Record<string, unknown>;

/** `T-001-000123`. */
export const tillNumber = (terminal: string, sales: number): string =>
  `${terminal}-${String(sales).padStart(6, '0')}`;

export const salesIn = (number: string | null): number =>
  Number(/-(\d{6,12})$/.exec(number ?? '')?.[1] ?? 0);
