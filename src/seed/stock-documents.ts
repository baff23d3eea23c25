import { addMs, DAY_MS } from '../platform/clock.js';
import { statement, type Tx } from '../platform/database/tx.js';
import type { Platform } from '../platform/platform.js';
import { AIRPORT_ID, DOWNTOWN_ID, demoId, staff, variantOf } from './data.js';
import { zones } from './zones.js';

const manager = staff.find(user => user.role === 'manager')?.id ?? null;
const counter = staff.find(user => user.role === 'supervisor')?.id ?? '';

/** A transfer that waits to be packed, and a stock count without differences. */
export async function seedStockDocuments(tx: Tx, { clock }: Platform): Promise<void> {
  await seedTransfer(tx, clock.now());
  await seedCount(tx, addMs(clock.now(), -20 * DAY_MS));
}

async function seedTransfer(tx: Tx, now: Date): Promise<void> {
  const id = demoId('a0f0', 1);
  const [numbered] = await numbersOf(tx, 'TR', now, 'stock_transfer_numbers');
  await tx
    .insertInto('stock_transfers')
    .values({
      id,
      number: numbered?.number ?? '',
      from_store_id: DOWNTOWN_ID,
      to_store_id: AIRPORT_ID,
      notes: 'For the long weekend',
      requested_by: manager,
      created_at: now,
    })
    .execute();
  await tx
    .insertInto('stock_transfer_lines')
    .values(
      [
        { sku: 'MUG-WHITE', requested_quantity: 6 },
        { sku: 'POSTER-A2', requested_quantity: 3 },
      ].map(({ sku, requested_quantity }, position) => ({
        id: demoId('a0f1', position + 1),
        transfer_id: id,
        position,
        variant_id: variantOf(sku).id,
        requested_quantity,
      })),
    )
    .execute();
}

async function seedCount(tx: Tx, at: Date): Promise<void> {
  const id = demoId('a0f2', 1);
  const lineId = demoId('a0f3', 1);
  const [numbered] = await numbersOf(tx, 'SC', at, 'stock_count_numbers');
  await tx
    .insertInto('stock_counts')
    .values({
      id,
      number: numbered?.number ?? '',
      store_id: DOWNTOWN_ID,
      scope: 'zone',
      scope_name: zones.find(({ code }) => code === 'WALL')?.name ?? '',
      status: 'approved',
      reason: 'Monthly count',
      created_by: counter,
      submitted_by: counter,
      approved_by: manager,
      created_at: at,
      submitted_at: at,
      approved_at: at,
    })
    .execute();
  await tx
    .insertInto('stock_count_lines')
    .values({
      id: lineId,
      count_id: id,
      store_id: DOWNTOWN_ID,
      variant_id: variantOf('POSTER-A2').id,
      is_open: false,
      posted: 0,
    })
    .execute();
  const found = { quantity: 10, first_on_hand: 10, on_hand: 10, counted_at: at };
  await tx
    .insertInto('stock_count_entries')
    .values({ line_id: lineId, round: 1, counter_id: counter, ...found })
    .execute();
}

const numbersOf = (tx: Tx, prefix: string, at: Date, sequence: string) =>
  statement<{ number: string }>(
    tx,
    `select $1 || '-' || $2::int || '-' || lpad(nextval($3::regclass)::text, 6, '0') as number`,
    [prefix, at.getUTCFullYear(), sequence],
  );
