import type { paths } from '@tillhouse/client';

type Methods = paths['/payment-methods/']['post']['requestBody']['content']['application/json'];
export type MethodKind = Methods['method_type'];

type Names = Record<MethodKind, string>;

/** Names of the kinds of payment methods. The compiler asks for those of a new kind. */
export const KIND_NAMES: { en: Names; de: Names } = {
  en: {
    cash: 'Cash',
    card: 'Card',
    pay_at_store: 'Pay at the store',
    store_credit: 'Store credit',
    gift_card: 'Gift card',
    points: 'Points',
  },
  de: {
    cash: 'Bar',
    card: 'Karte',
    pay_at_store: 'Zahlung in der Filiale',
    store_credit: 'Gutschein',
    gift_card: 'Geschenkkarte',
    points: 'Punkte',
  },
};

/** Names of the payment methods that shops have from the start, as on receipts. */
export const METHOD_NAMES = {
  en: { ...KIND_NAMES.en, card_square: 'Card (Square)', card_bank: 'Card (bank)' },
  de: { ...KIND_NAMES.de, card_square: 'Karte (Square)', card_bank: 'Karte (Bank)' },
};
