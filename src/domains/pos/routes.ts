import { atomically } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency, hasKey, type Idempotency } from '../../platform/http/idempotency.js';
import type { Static } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { formatMoney, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, maySee, till, tillStaffOf } from '../access/index.js';
import { guardCodes, revealGiftCards } from '../stored-value/index.js';
import { type Paid, planRecentPayment, takePayment, visibleSale } from '../transactions/index.js';
import { type CreatedSale, createSale, tenderFields } from './create-sale.js';
import { namesApproval } from './offer-of.js';
import {
  CreateAnswer,
  CreateBody,
  GiftCardsAnswer,
  PaymentAnswer,
  PaymentBody,
  SaleParams,
} from './schemas.js';

const tags = ['POS'];

/** A sale names its cashier, till and time itself: an entry of the audit log would repeat them. */
const audit = 'none' as const;

export function routes(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  saleRoute(app, platform, idempotency);
  paymentRoute(app, platform, idempotency);
  giftCardRoute(app, platform, idempotency);
}

function saleRoute(app: App, platform: Platform, idempotency: Idempotency): void {
  const { db } = platform;
  app.post(
    '/pos/transactions/create/',
    {
      config: { access: till('sale.create'), audit },
      schema: {
        tags,
        summary: 'Ring up a sale',
        headers: IdempotencyHeaders,
        body: CreateBody,
        response: { 201: CreateAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async settle => {
        // Without an idempotency key or an approval the sale is a single, atomic statement.
        const isPlain = !hasKey(request) && !namesApproval(request.body);
        return guardCodes(platform, caller.userId, codeIn(request.body), () =>
          createSale(platform, caller, request.body, async run =>
            isPlain
              ? { status: 201, body: created(await run(db)) }
              : atomically(db, async tx => settle(tx, 201, created(await run(tx)))),
          ),
        );
      });
    },
  );
}

function paymentRoute(app: App, platform: Platform, idempotency: Idempotency): void {
  const { db } = platform;
  app.post(
    '/pos/transactions/:transaction_id/payment/',
    {
      config: { access: till('payment.take'), audit },
      schema: {
        tags,
        summary: 'Take a payment; less than the amount due is a partial payment',
        headers: IdempotencyHeaders,
        params: SaleParams,
        body: PaymentBody,
        response: { 202: PaymentAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      const { body, params } = request;
      const tender = {
        ...tenderFields(body),
        sale: params.transaction_id,
        operatorId: caller.userId,
        registerId: caller.till.terminalId,
        maySee: (storeId: string) => maySee(caller, storeId),
      };
      return idempotency.run(request, reply, keyScope(caller), async settle =>
        guardCodes(platform, caller.userId, body.gift_card_code, async () => {
          const recent = await planRecentPayment(platform, tender);
          if (!hasKey(request)) {
            return { status: 202, body: paid(await takePayment(platform, db, tender, recent)) };
          }
          return atomically(db, async tx =>
            settle(tx, 202, paid(await takePayment(platform, tx, tender, recent))),
          );
        }),
      );
    },
  );
}

function giftCardRoute(app: App, platform: Platform, idempotency: Idempotency): void {
  app.post(
    '/pos/transactions/:transaction_id/gift-cards/',
    {
      config: { access: till('payment.take') },
      schema: {
        tags,
        summary: 'Show the new gift cards of a paid sale, once, if no payment has shown them',
        headers: IdempotencyHeaders,
        params: SaleParams,
        response: { 200: GiftCardsAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(platform.db, async tx => {
          const { id } = await visibleSale(tx, caller, request.params.transaction_id);
          const gift_cards = await revealGiftCards(tx, platform.config, id);
          return settle(tx, 200, { success: true as const, gift_cards });
        }),
      );
    },
  );
}

/** The gift card that a sale names: to pay with, or to top up. */
const codeIn = ({ payment, line_items }: Static<typeof CreateBody>): string | undefined =>
  payment?.gift_card_code ?? line_items.find(line => line.gift_card_code)?.gift_card_code;

const created = ({ sale, paid }: CreatedSale) => ({
  success: true as const,
  ...(paid?.giftCards && { gift_cards: paid.giftCards }),
  transaction: {
    transaction_id: sale.number,
    status: 'pending' as const,
    total_amount: formatMoney(sale.totalMinor, sale.currency),
    created_at: sale.createdAt.toISOString(),
    price_overridden: sale.priceOverridden,
    tax_variance: formatMoney(sale.taxVarianceMinor, sale.currency),
    ...(sale.discountMinor !== undefined && {
      discount_amount: formatMoney(sale.discountMinor, sale.currency),
      adjustments: [...(sale.adjustments ?? [])],
    }),
    ...(sale.quoteDifferenceMinor !== undefined && {
      price_difference: formatMoney(sale.quoteDifferenceMinor, sale.currency),
    }),
    prices_include_tax: sale.pricesIncludeTax,
    ...(paid && paymentFields(paid)),
  },
});

const paid = (payment: Paid) => ({
  success: true as const,
  ...(payment.giftCards && { gift_cards: payment.giftCards }),
  transaction: {
    transaction_id: payment.number,
    total_amount: payment.totalAmount,
    ...paymentFields(payment),
  },
});

const paymentFields = (payment: Paid) => ({
  status: payment.status,
  total_paid: payment.totalPaid,
  change_due: payment.changeDue,
  ...(payment.rounded && {
    rounding_amount: payment.rounded.roundingAmount,
    cash_due: payment.rounded.cashDue,
  }),
  ...(payment.tip !== undefined && { tip: payment.tip }),
  completed_at: payment.completedAt?.toISOString() ?? null,
  amount_due: formatMoney(
    minor(payment.totalAmount, payment.currency) - minor(payment.totalPaid, payment.currency),
    payment.currency,
  ),
  payment_id: payment.paymentId,
});
