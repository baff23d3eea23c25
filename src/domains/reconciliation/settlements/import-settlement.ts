import type { Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import { maySee, type Staff } from '../../access/index.js';
import { markSettled, type ProcessorType } from '../../payments/index.js';
import type { SettlementFile } from './read-file.js';
import {
  candidatesOf,
  insertSettlement,
  lockUploads,
  openLines,
  type Settlement,
  settlementByHash,
  writeMatches,
} from './repository.js';
import { matchLines } from './rules.js';

export type Upload = {
  processorType: ProcessorType;
  fileName: string;
  content: string;
  /** For files without a currency column. */
  currency: string | undefined;
};

/** An upload that was read, with the hash of its content. */
export type ReadUpload = { upload: Upload; hash: Buffer; file: SettlementFile };

/**
 * Stores a settlement file and matches its lines. A file that is known stores nothing again; lines
 * of stores that the first caller does not see are matched for a caller who does.
 */
export async function importSettlement(
  tx: Tx,
  caller: Staff,
  { upload, hash, file }: ReadUpload,
  now: Date,
): Promise<{ settlement: Settlement; isNew: boolean }> {
  await lockUploads(tx);
  const known = await settlementByHash(tx, upload.processorType, hash);
  const settlement = known ?? (await store(tx, caller, { upload, hash, file, now }));
  await match(tx, caller, settlement);
  return { settlement, isNew: known === undefined };
}

type Stored = ReadUpload & { now: Date };

async function store(
  tx: Tx,
  caller: Staff,
  { upload, hash, file, now }: Stored,
): Promise<Settlement> {
  const { lines, ignored } = file;
  const times = lines.map(line => line.occurredAt.getTime());
  const [from, to] = times.reduce(
    ([low, high], time) => [Math.min(low, time), Math.max(high, time)] as const,
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const,
  );
  const settlement: Settlement = {
    id: newId(now),
    processor_type: upload.processorType,
    file_name: upload.fileName,
    line_count: lines.length,
    ignored_count: ignored,
    period_from: new Date(from),
    period_to: new Date(to),
    created_by: caller.userId,
    created_at: now,
  };
  await insertSettlement(tx, { ...settlement, file_hash: hash }, lines);
  return settlement;
}

async function match(tx: Tx, caller: Staff, settlement: Settlement): Promise<void> {
  const lines = await openLines(tx, settlement.id);
  if (lines.length === 0) return;
  const candidates = await candidatesOf(tx, settlement.id, settlement.processor_type);
  const matches = matchLines(lines, candidates, storeId => maySee(caller, storeId));
  await writeMatches(tx, settlement.id, matches);
  const paid = matches.flatMap(one =>
    one.result === 'matched' && one.refund_id === null ? (one.payment_id ?? []) : [],
  );
  await markSettled(tx, settlement.id, [...paid].sort());
}
