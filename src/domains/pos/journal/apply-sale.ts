import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { guardCodes } from '../../stored-value/index.js';
import { openTask } from '../../tasks/index.js';
import { createSale } from '../create-sale.js';
import { dataCheck } from './check-data.js';
import type { Applied, Work, Write } from './entry-work.js';
import { countedAfter } from './journal-repository.js';
import { releaseHeld } from './release-held.js';
import { isNumberOf } from './rules.js';
import { noteIfLate, type Payments, placeMoney, takePayments } from './sale-money.js';
import { SaleData } from './schemas.js';

type Sale = Static<typeof SaleData>;

const check = dataCheck(SaleData);

/** Rings up a sale of the journal and takes its payments, all of them or none. */
export function applySale<T>(work: Work, write: Write<T>): Promise<T> {
  const { platform, caller } = work;
  const data = check(work.data);
  const { number, payments = [], may_be_booked, held_sale_id, held_sale_version, ...body } = data;
  if (!isNumberOf(caller.till.terminalId, number)) {
    throw invalidField('number', 'This is no number of this till.', 'WRONG_TILL_NUMBER');
  }
  if (may_be_booked && work.isDecided !== true) {
    throw conflict('MAY_BE_BOOKED', 'The till does not know whether this sale is booked already.');
  }
  const [payment, ...others] = payments;
  return guardCodes(platform, work.senderId, codeIn(body, payments), () =>
    createSale(
      platform,
      caller,
      { ...body, payment },
      run => write(tx => book(tx, work, data, others, run)),
      number,
    ),
  );
}

/** The gift card that the sale names: to pay with, or to top up. */
const codeIn = ({ line_items }: Pick<Sale, 'line_items'>, payments: Payments): string | undefined =>
  [...payments, ...line_items].find(part => part.gift_card_code)?.gift_card_code;

type Run = Parameters<Parameters<typeof createSale>[3]>[0];

async function book(tx: Tx, work: Work, data: Sale, others: Payments, run: Run): Promise<Applied> {
  const { place, booking } = await placeMoney(tx, work);
  const { sale, paid } = await run(tx, booking);
  const rest = await takePayments(tx, work, sale.number, others, booking);
  // Nobody has counted goods between the sale and its arrival if it is made now.
  if (!work.mayRefuse) await askRecount(tx, sale.id, work.caller.till.storeId, work.at);
  const paymentIds = paid === undefined ? rest : [paid.paymentId, ...rest];
  const late = await noteIfLate(tx, work, place, sale, paymentIds);
  const released = await releaseHeld(tx, work, data, sale);
  return {
    flags: [...late, ...released],
    tillNumber: data.number,
    sale: { id: sale.id, number: sale.number },
  };
}

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
