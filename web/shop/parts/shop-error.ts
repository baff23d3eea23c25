import { ApiError } from '@tillhouse/client';
import { useErrorText } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { type Key, useT } from '../texts/index.js';

/** Texts for error codes; other errors use the shared error texts. */
const TEXT_BY_CODE: Record<string, Key> = {
  UNKNOWN_SKU: 'error.notSold',
  PRODUCT_INACTIVE: 'error.notSold',
  PRODUCT_NOT_FOUND: 'error.notSold',
  PROMO_CODE_INVALID: 'error.code',
  PROMO_CODE_NOT_VALID: 'error.code.ended',
  UNKNOWN_GIFT_CARD: 'error.giftCard',
  UNKNOWN_STORE_CREDIT: 'error.giftCard',
  GIFT_CARD_NOT_USABLE: 'error.giftCard.blocked',
  GIFT_CARD_CURRENCY: 'error.giftCard.currency',
  STORE_MISMATCH: 'error.otherStore',
  CART_LIMIT: 'error.cartLimit',
  CART_LINK_INVALID: 'reminder.wrong',
  HANDOVER_UNKNOWN: 'continue.wrong',
  HANDOVER_USED: 'continue.used',
  HANDOVER_OVER: 'continue.over',
  CART_EMPTY: 'error.cartGone',
  CART_NOT_OWNED: 'error.cartGone',
  CART_NOT_ACTIVE: 'error.cartGone',
  NOT_AUTHORIZED: 'error.cartGone',
  STORE_CLOSED: 'error.storeClosed',
  PICKUP_NOT_OFFERED: 'error.noPickup',
  PICKUP_CLOSED: 'error.pickupClosed',
  NO_SHIPPING_TO_ADDRESS: 'error.noShipping',
  PARCEL_TOO_HEAVY: 'error.tooHeavy',
  REGION_REQUIRED: 'need.region',
  CHECKOUT_EXPIRED: 'pay.expired.text',
  CHECKOUT_CANCELLED: 'error.checkoutCancelled',
  CHECKOUT_BUSY: 'error.busy',
  IDEMPOTENCY_KEY_BUSY: 'error.busy',
  SHOP_BUSY: 'error.rush',
  PROCESSOR_UNAVAILABLE: 'error.processor',
  TOO_MANY_ATTEMPTS: 'error.attempts',
  ADDRESS_INCOMPLETE: 'error.address',
  PURCHASE_LIMIT_EXCEEDED: 'error.limit',
  AGE_VERIFICATION_REQUIRED: 'error.age',
  KYC_REQUIRED: 'error.kyc',
  INVALID_CREDENTIALS: 'error.login',
  INVALID_CODE: 'error.otp',
  TOO_MANY_TRIES: 'error.otp.tries',
  TOTP_REQUIRED: 'error.staffCode',
  ACCOUNT_EXISTS: 'error.accountExists',
  ORDER_NOT_FOUND: 'order.unknown.text',
  ORDER_PACKED: 'cancelOrder.packed',
  NOT_CANCELLABLE: 'cancelOrder.late',
  RETURN_NOT_POSSIBLE: 'giveBack.refused',
  WRONG_PASSWORD: 'data.delete.wrong',
  IN_STOCK: 'backIn.inStock',
  UNSUBSCRIBE_LINK_INVALID: 'unsubscribe.wrong',
  NOT_BOUGHT: 'reviews.notBought',
  ORDER_ON_ITS_WAY: 'data.delete.open',
  DELETION_LINK_INVALID: 'data.delete.link',
};

const REASONS: Record<string, Key> = {
  card_declined: 'failed.declined',
  generic_decline: 'failed.declined',
  do_not_honor: 'failed.declined',
  expired_card: 'failed.expired',
  incorrect_cvc: 'failed.cvc',
  invalid_cvc: 'failed.cvc',
  insufficient_funds: 'failed.funds',
  authentication_failed: 'failed.bank',
  authentication_required: 'failed.bank',
  payment_intent_authentication_failure: 'failed.bank',
  timeout: 'failed.timeout',
  processor_error: 'failed.processor',
  processing_error: 'failed.processor',
};

type Shortage = { sku?: string; available: number };

/** Error texts for shoppers. */
export function useShopError(): (error: unknown) => string {
  const t = useT();
  const general = useErrorText();
  const format = useFormat();
  return error => {
    if (!(error instanceof ApiError)) return general(error);
    if (error.code === 'INSUFFICIENT_STOCK') {
      const [first] = (error.details.shortages ?? []) as Shortage[];
      return first === undefined
        ? t('error.stock')
        : t(first.available > 0 ? 'error.stock.left' : 'error.stock.none', {
            sku: first.sku ?? '',
            count: first.available,
          });
    }
    if (error.code === 'PRICE_CHANGED') {
      const { shown_total, total } = error.details as { shown_total: string; total: string };
      return t('error.priceChanged', {
        before: format.money(shown_total),
        now: format.money(total),
      });
    }
    if (error.code === 'PAYMENT_FAILED') {
      return t(REASONS[String(error.details.reason)] ?? 'failed.other');
    }
    const key = TEXT_BY_CODE[error.code];
    return key === undefined ? general(error) : t(key);
  };
}
