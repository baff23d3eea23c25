import { DAY_MS } from '../../../platform/clock.js';
import type { Reader } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import type { Staff } from '../../access/index.js';
import { findPaymentMethod } from '../../payments/index.js';
import { userByEmployeeRef } from '../../people/index.js';
import { codeByText, normalizeCode } from '../../promotions/index.js';
import { blindShifts } from '../../shifts/index.js';
import type { ExportQuery } from '../schemas.js';
import { ANY, ANY_CODE } from './filter-schemas.js';
import type { DiscountFilter, FigureFilter } from './rows-repository.js';

/** Asks for sales or discounts without a person, a reason or an approval. */
export const NONE = 'none';

type Filters = Omit<Static<typeof ExportQuery>, 'ordering'>;

/** No index holds these by time alone, so each of them needs a range of days. */
const BY_DAYS = [
  'payment_method',
  'refunded',
  'segment',
  'discount_origin',
  'discount_reason',
  'discount_employee',
  'discount_approval',
  'promotion',
  'code',
  'campaign',
] as const;

/** A year and the days by which the year before it may be longer. */
const MAX_DAYS = 400;

/** The part of a filter that leads from a figure to its sales. */
export async function figureFilterOf(
  reader: Reader,
  caller: Staff,
  stores: readonly string[] | undefined,
  filters: Filters,
): Promise<FigureFilter> {
  requireDays(filters);
  const { payment_method: method, refunded = false, part } = filters;
  const discount = await discountOf(reader, filters);
  return {
    currency: filters.currency,
    paymentMethodId: await methodOf(reader, method),
    isRefunded: refunded,
    segment: filters.segment,
    discount,
    codeId: discount ? undefined : await codeOf(reader, filters.code),
    campaignId: filters.campaign,
    part,
    // The sum of the payments of a drawer would tell a cashier what to count.
    hiddenShifts:
      method || refunded || part === 'net' ? await blindShifts(reader, caller, stores) : [],
  };
}

function requireDays(filters: Filters): void {
  const { date_from: from, date_to: to } = filters;
  const { flag, part } = filters;
  const needsDays = flag === 'discounted' || part === 'net' || BY_DAYS.some(name => filters[name]);
  if (!needsDays) return;
  const message = `Give the first and the last day with this filter, ${MAX_DAYS} days at most.`;
  if (from === undefined) throw invalidField('date_from', message);
  if (to === undefined) throw invalidField('date_to', message);
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_DAYS) {
    throw invalidField('date_from', message);
  }
}

async function methodOf(reader: Reader, ref: string | undefined): Promise<string | undefined> {
  if (ref === undefined) return undefined;
  const method = await findPaymentMethod(reader, ref);
  if (method === undefined) {
    throw invalidField('payment_method', 'There is no such payment method.');
  }
  return method.id;
}

/** Undefined if the request has no filter of discounts; a code alone is a filter of its uses. */
async function discountOf(reader: Reader, filters: Filters): Promise<DiscountFilter | undefined> {
  const { discount_origin: origin, discount_reason: reason, discount_approval: approval } = filters;
  const { discount_employee: employee, promotion } = filters;
  if ([origin, reason, approval, employee, promotion].every(value => value === undefined)) {
    return undefined;
  }
  return {
    origin: origin === ANY ? undefined : origin,
    reason: reason === NONE ? null : reason,
    employeeId: await personOf(reader, 'discount_employee', employee),
    approvalId: approval === NONE ? null : approval,
    promotionId: promotion?.toLowerCase(),
    code: filters.code === undefined ? undefined : normalizeCode(filters.code),
  };
}

/** Null: any code. */
async function codeOf(
  reader: Reader,
  code: string | undefined,
): Promise<string | null | undefined> {
  if (code === undefined) return undefined;
  if (code === ANY_CODE) return null;
  const found = await codeByText(reader, normalizeCode(code));
  if (found === undefined) throw invalidField('code', 'There is no such promo code.');
  return found.id;
}

/** The id of a person by number or id; null for `none`. */
export async function personOf(
  reader: Reader,
  field: 'employee' | 'discount_employee',
  ref: string | undefined,
): Promise<string | null | undefined> {
  if (ref === undefined) return undefined;
  if (ref === NONE) return null;
  const user = await userByEmployeeRef(reader, ref);
  if (user === undefined) throw invalidField(field, 'There is no such employee.');
  return user.id;
}
