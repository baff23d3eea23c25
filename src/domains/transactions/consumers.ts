import { atomically } from '../../platform/database/tx.js';
import { minor } from '../../platform/money.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import type { RecordedBy } from '../../platform/work/events/define-event.js';
import { releaseAllowance } from '../compliance/index.js';
import { sellAtCounter } from '../inventory/index.js';
import { refundFailed, refundSucceeded } from '../payments/index.js';
import { type Conversions, recordConversions, releasePromotions } from '../promotions/index.js';
import { commitLayaway } from './commit-layaway.js';
import { saleCompleted, saleVoided } from './events.js';
import { applyRefunds } from './refunds/apply-refunds.js';
import { currenciesOf, soldLines } from './repository.js';
import { isLayaway } from './rules.js';

type Completed = RecordedBy<typeof saleCompleted>;

function conversionsOf(event: Completed, currencies: ReadonlyMap<string, string>): Conversions[] {
  const { subjectId, storeId, data, occurredAt } = event;
  if (subjectId === null || storeId === null) return [];
  const { applied_promotions = [], subject_keys = [] } = data;
  const currency = currencies.get(subjectId);
  if (currency === undefined) return [];
  return [
    {
      transactionId: subjectId,
      storeId,
      currency,
      revenueMinor: minor(data.total_amount, currency),
      at: occurredAt,
      applied: applied_promotions.map(({ promotion_id, amount }) => ({
        promotionId: promotion_id,
        amountMinor: minor(amount, currency),
      })),
      subjectKeys: subject_keys,
    },
  ];
}

/** Whether a campaign or a test may count the sale. */
const isCounted = ({ subjectId, storeId, data }: Completed): boolean =>
  subjectId !== null &&
  storeId !== null &&
  (data.applied_promotions ?? []).length + (data.subject_keys ?? []).length > 0;

const countConversions = defineConsumer({
  name: 'promotions:count-conversions',
  events: [saleCompleted],
  handle: async ({ db }, events) => {
    const counted = events.filter(isCounted);
    if (counted.length === 0) return;
    await atomically(db, async tx => {
      const currencies = await currenciesOf(
        tx,
        counted.flatMap(({ subjectId }) => subjectId ?? []),
      );
      await recordConversions(tx, ...counted.flatMap(event => conversionsOf(event, currencies)));
    });
  },
});

/** A voided sale frees its promo code, the budget of its campaign and its conversions. */
const releaseVoided = defineConsumer({
  name: 'promotions:give-back',
  events: [saleVoided],
  handle: async ({ db, clock }, events) => {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(db, tx => releasePromotions(tx, subjectId, clock.now()));
    }
  },
});

/** A voided sale no longer counts against the customer's purchase limits. */
const releaseLimits = defineConsumer({
  name: 'compliance:give-back-limits',
  events: [saleVoided],
  handle: async ({ db }, events) => {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(db, tx => releaseAllowance(tx, subjectId));
    }
  },
});

/** Goods sold at a counter leave the stock after the till has its answer, once per sale. */
const commitStock = defineConsumer({
  name: 'transactions:commit-stock',
  events: [saleCompleted],
  handle: async ({ db }, events) => {
    const counterSales = events.flatMap(({ subjectId, data }) =>
      data.source_system === 'web_commerce' ? [] : (subjectId ?? []),
    );
    if (counterSales.length === 0) return;
    await atomically(db, async tx => {
      const sales = await soldLines(tx, counterSales);
      // The sale is posted with its reservation, so that selling it below does nothing.
      for (const { id, employee_id } of sales.filter(isLayaway)) {
        await commitLayaway(tx, id, employee_id);
      }
      await sellAtCounter(
        tx,
        sales.map(sale => ({
          reference: sale.id,
          storeId: sale.store_id,
          terminalId: sale.terminal_id,
          actorId: sale.employee_id,
          lines: sale.lines.map(line => ({ variantId: line.variant_id, quantity: line.quantity })),
        })),
      );
    });
  },
});

/** A refund that a job completed later, or that failed, still moves its sale. */
const followRefunds = defineConsumer({
  name: 'transactions:follow-refunds',
  events: [refundSucceeded, refundFailed],
  handle: async ({ db, clock }, events) => {
    for (const { data } of events) {
      await atomically(db, tx => applyRefunds(tx, data.sale_id, clock.now()));
    }
  },
});

/** Consumers of sale events that work in lower tiers stand here, because tiers import downward only. */
export const consumers: readonly Consumer[] = [
  countConversions,
  releaseVoided,
  releaseLimits,
  commitStock,
  followRefunds,
];
