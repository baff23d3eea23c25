/** Names of the payment methods that shops have from the start, as on receipts. */
export const METHOD_NAMES = {
  en: {
    cash: 'Cash',
    card: 'Card',
    card_square: 'Card (Square)',
    card_bank: 'Card (bank)',
    pay_at_store: 'Pay at the store',
    store_credit: 'Store credit',
    gift_card: 'Gift card',
    points: 'Points',
  },
  de: {
    cash: 'Bar',
    card: 'Karte',
    card_square: 'Karte (Square)',
    card_bank: 'Karte (Bank)',
    pay_at_store: 'Zahlung in der Filiale',
    store_credit: 'Gutschein',
    gift_card: 'Geschenkkarte',
    points: 'Punkte',
  },
} as const;
