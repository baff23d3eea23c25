import type { Tx } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { noteLateSale, shiftPlaceAt, shiftRequired } from '../../shifts/index.js';
import { guardCodes } from '../../stored-value/index.js';
import { findStore } from '../../stores/index.js';
import { openTask } from '../../tasks/index.js';
import { takePayment } from '../../transactions/index.js';
import { type CreatedSale, createSale, tenderFields } from '../create-sale.js';
import { dataCheck } from './check-data.js';
import type { Applied, Work, Write } from './entry-work.js';
import { countedAfter } from './journal-repository.js';
import { isNumberOf } from './rules.js';
import { SaleData } from './schemas.js';

type Sale = Static<typeof SaleData>;

const check = dataCheck(SaleData);

/** Rings up a sale of the journal and takes its payments, all of them or none. */
export function applySale<T>(work: Work, write: Write<T>): Promise<T> {
  const { platform, caller } = work;
  const { number, payments = [], ...body } = check(work.data);
  if (!isNumberOf(caller.till.terminalId, number)) {
    throw invalidField('number', 'This is no number of this till.', 'WRONG_TILL_NUMBER');
  }
  const [payment, ...others] = payments;
  return guardCodes(platform, work.senderId, codeIn(body, payments), () =>
    createSale(
      platform,
      caller,
      { ...body, payment },
      run => write(tx => book(tx, work, number, others, run)),
      number,
    ),
  );
}

/** The gift card that the sale names: to pay with, or to top up. */
const codeIn = (
  { line_items }: Pick<Sale, 'line_items'>,
  payments: NonNullable<Sale['payments']>,
): string | undefined =>
  [...payments, ...line_items].find(part => part.gift_card_code)?.gift_card_code;

type Run = Parameters<Parameters<typeof createSale>[3]>[0];

async function book(
  tx: Tx,
  work: Work,
  tillNumber: string,
  others: NonNullable<Sale['payments']>,
  run: Run,
): Promise<Applied> {
  const { platform, caller, at } = work;
  const { terminalId, storeId } = caller.till;
  const place = await shiftPlaceAt(tx, terminalId, at);
  if (work.mayRefuse && place.kind !== 'open') await requireShift(tx, storeId);
  const booking = {
    outsideShift: place.kind !== 'open',
    keepsCodes: true,
    isTaken: !work.mayRefuse,
  };
  const { sale, paid } = await run(tx, booking);
  for (const payment of others) {
    await takePayment(platform, tx, {
      ...tenderFields(payment),
      sale: sale.number,
      operatorId: caller.userId,
      registerId: terminalId,
      maySee: () => true,
      ...booking,
    });
  }
  await askRecount(tx, sale.id, storeId, at);
  const isLate = place.kind === 'late' && paid !== undefined;
  if (isLate) await noteLate(tx, work, sale, place.shiftId);
  return {
    flags: isLate ? ['late'] : [],
    tillNumber,
    sale: { id: sale.id, number: sale.number },
  };
}

/** The money of an entry that is not paid yet can wait for a shift. */
async function requireShift(tx: Tx, storeId: string): Promise<void> {
  const store = await findStore(tx, storeId);
  if (store?.require_shift) throw shiftRequired();
}

const noteLate = (
  tx: Tx,
  { caller, at, receivedAt }: Work,
  sale: CreatedSale['sale'],
  shiftId: string,
) =>
  noteLateSale(tx, {
    transactionId: sale.id,
    ...caller.till,
    shiftId,
    currency: sale.currency,
    occurredAt: at,
    receivedAt,
  });

/** Goods that were counted before their sale arrived are deducted twice: by the count and by the sale. */
async function askRecount(tx: Tx, saleId: string, storeId: string, at: Date): Promise<void> {
  for (const { id, sku, number } of await countedAfter(tx, saleId, storeId, at)) {
    await openTask(tx, {
      taskId: `recount-${id}`,
      storeId,
      title: `Count ${sku} again`,
      description:
        `A till that was offline sold ${sku} before it was counted in ${number}, and sent the sale ` +
        'afterwards. If the count is still open, recount the line; otherwise start a new count.',
      cause: { name: 'recount', values: { sku, count: number } },
      priority: 'high',
    });
  }
}
