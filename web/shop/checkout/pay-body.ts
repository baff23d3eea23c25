import type { CardToken } from './card-source.js';
import type { AddressForm, Draft, OpenCheckout } from './checkout-storage.js';
import type { PayBody } from './settle.js';
import { pointsIn } from './stored-value.js';
import type { TaxPlace } from './tax-place.js';
import type { ShippingRate } from './use-shipping-rates.js';
import type { StoredValue } from './value-shares.js';

const trimmed = (address: AddressForm): AddressForm =>
  Object.fromEntries(
    Object.entries(address).map(([name, text]) => [name, text.trim()]),
  ) as AddressForm;

/** The payment request. Of the card it contains only a token and the last four digits. */
export function payBody(
  running: OpenCheckout,
  draft: Draft,
  rate: ShippingRate | undefined,
  payment: { methodId: string; card: CardToken | null; value: StoredValue },
  taxPlace?: TaxPlace,
): PayBody {
  const { methodId, card, value } = payment;
  const points = pointsIn(value.points);
  const isShipped = draft.method === 'ship';
  const isTyped = isShipped && draft.savedAddressId === null;
  const { firstName, lastName, phone } = trimmed(draft.shipping);
  const collector = draft.method === 'pickup' ? { firstName, lastName, phone } : undefined;
  return {
    checkout_session_id: running.id,
    payment_method_id: methodId,
    payment_data: card === null ? undefined : { token: card.token },
    checkout_form_data: {
      email: draft.email.trim(),
      shipping_address: isTyped ? trimmed(draft.shipping) : collector,
      saved_address_id: isShipped ? draft.savedAddressId : undefined,
      billing_same_as_shipping: isShipped ? draft.billingSame : undefined,
      billing_address: isShipped && !draft.billingSame ? trimmed(draft.billing) : taxPlace,
      delivery_method:
        isShipped && rate !== undefined ? { id: rate.id, title: rate.title } : undefined,
      payment_details:
        card === null ? undefined : { cardNumber: card.lastFour, cardType: card.brand },
      save_to_profile: isTyped && draft.saveToProfile,
      create_account: draft.createAccount,
      ...(value.code.trim() !== '' && { gift_card_code: value.code.trim() }),
      ...(value.useCredit && { use_store_credit: true }),
      ...(points > 0 && { points }),
    },
  };
}
