import type { Autocommit, Tx } from '../../../platform/database/tx.js';
import { Failure, forbidden } from '../../../platform/http/failure.js';
import { formatMoney, type Minor, minor, sumOf } from '../../../platform/money.js';
import { can, type Staff } from '../../access/index.js';
import { consumeApproval, type UsedAs } from '../../approvals/index.js';
import type { SellingStore } from '../../stores/index.js';
import type { Approvals, Approved } from '../adjustments.js';
import { exceedsPolicy } from '../policy-rules.js';
import type { NewLine } from './new-sale-repository.js';
import type { RaisedPrice } from './raised-prices.js';
import type { Assessment } from './ring-up-sale.js';

/**
 * Consumes the approvals that the store's policy requires for a sale that differs from the
 * catalogue. A store without a policy accepts every difference. Discounts of the cashier count like
 * lowered prices; each may have an approval of its own, all others share that of the sale. A price of
 * more than ten times that of the catalogue needs one in every store and from everybody, for just its
 * goods and price, unless another person has looked at the entry of the till that `isApproved`.
 */
export async function approveVariances(
  writer: Autocommit,
  store: SellingStore,
  caller: Staff,
  requestId: string | undefined,
  {
    assessment: found,
    lines,
    isApproved = false,
    now,
  }: { assessment: Assessment; lines: readonly NewLine[]; isApproved?: boolean; now: Date },
): Promise<Approvals> {
  const assessment = isApproved ? { ...found, raised: [] } : found;
  const needs = needsOf(store, assessment, !can(caller, 'approval.decide') && lines);
  const { given } = assessment;
  if (!needs.price && !needs.tax) return { given: [] };
  const idOf = (own: string | undefined): string | undefined => own ?? requestId;
  const shares = needs.price ? given.map(one => idOf(one.approvalRequestId)) : [];
  const needsSale = needs.tax || (needs.price && (needs.isPriced || given.length === 0));
  const asked = [...shares, ...(needsSale ? [requestId] : [])];
  if (asked.includes(undefined) || !writer.isTransaction) {
    throw named(missing(), store, assessment, needs);
  }
  const approved = new Map<string, Approved>();
  for (const id of new Set(asked as string[])) {
    const isSale = needsSale && id === requestId;
    const ownMinor = given.reduce(
      (sum, one, index) => sum + (shares[index] === id ? one.amountMinor : 0),
      0,
    );
    const used = await consumeApproval(writer as Tx, {
      requestId: id,
      subjects: subjectsOf(caller, store, needs, isSale ? assessment.raised : []),
      amountMinor: ownMinor + (isSale ? saleMinor(assessment, needs) : 0),
      currency: store.currency,
      storeId: store.id,
      usedBy: caller.userId,
      usedFor: 'sale at other than catalogue prices',
      now,
    }).catch((error: unknown) => {
      throw named(error, store, assessment, needs);
    });
    approved.set(id, used);
  }
  return {
    sale: needsSale && requestId !== undefined ? approved.get(requestId) : undefined,
    given: shares.map(id => (id === undefined ? undefined : approved.get(id))),
  };
}

function subjectsOf(
  { till }: Staff,
  { currency }: SellingStore,
  { price }: Needs,
  raised: readonly RaisedPrice[],
): UsedAs {
  const ofTill = { terminalId: till?.terminalId ?? null };
  if (!price) return { tax_variance: ofTill };
  if (raised.length === 0) return { price_override: ofTill, discount: ofTill };
  return { price_override: { ...ofTill, raised: { currency, prices: raised } } };
}

const missing = (): Failure =>
  forbidden('This store requires an approval for this price.', 'APPROVAL_REQUIRED');

/** Names the request that a manager has to approve: a till knows neither costs nor changed prices. */
function named(error: unknown, store: SellingStore, assessment: Assessment, needs: Needs): unknown {
  if (!(error instanceof Failure) || error.code !== 'APPROVAL_REQUIRED') return error;
  const givenMinor = assessment.given.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const amountMinor = saleMinor(assessment, needs) + (needs.price ? givenMinor : 0);
  const priceType = needs.isPriced ? 'price_override' : 'discount';
  const details = {
    request_type: needs.price ? priceType : 'tax_variance',
    amount: formatMoney(amountMinor, store.currency),
    ...(assessment.raised.length > 0 && {
      details: {
        prices: assessment.raised.map(({ sku, unitPriceMinor }) => ({
          sku,
          unit_price: formatMoney(unitPriceMinor, store.currency),
        })),
      },
    }),
  };
  return new Failure(error.kind, error.code, error.message, { details });
}

type Needs = { price: boolean; tax: boolean; isPriced: boolean };

/** `lines`: of staff who cannot approve themselves. */
function needsOf(
  store: SellingStore,
  assessment: Assessment,
  lines: readonly NewLine[] | false,
): Needs {
  const { approvalPolicy: policy, currency } = store;
  const { discountMinor, given, raised, taxVarianceMinor, variances } = assessment;
  const isPriced = variances.some(({ field }) => field.endsWith('.unit_price'));
  const givenMinor = given.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const isLarge =
    policy.discount_above !== undefined &&
    discountMinor + givenMinor > minor(policy.discount_above, currency);
  const isReduced = isPriced || given.length > 0;
  return {
    price:
      raised.length > 0 ||
      (policy.price_override === true && isReduced) ||
      isLarge ||
      (lines !== false && exceedsPolicy(store, assessment, lines)),
    tax: policy.tax_variance === true && taxVarianceMinor !== 0,
    isPriced,
  };
}

/** What the approval of the sale has to cover besides discounts of the cashier. */
const saleMinor = ({ discountMinor, raised, taxVarianceMinor }: Assessment, needs: Needs): Minor =>
  (needs.price ? discountMinor : 0) +
  sumOf(raised.map(({ amountMinor }) => amountMinor)) +
  (needs.tax ? Math.abs(taxVarianceMinor) : 0);
