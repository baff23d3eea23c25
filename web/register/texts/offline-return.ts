/** Loaded with its dialog: the till shows its first page without it. */
export const en = {
  notAllowed:
    'Returns need a connection. A manager can allow cash returns without one in the store settings at the desk.',
  rule: 'No connection: goods paid in cash are taken back for cash, up to {amount} per receipt.',
  notCash: 'This sale was not paid in cash alone. Take it back when the till is connected.',
  bundles: 'Bundles are taken back when the till is connected.',
  kept: 'Sold at this till',
  unknown:
    'This till does not have the sale. Enter what the printed receipt shows, if it was paid in cash.',
  paid: 'Paid for it',
  paidHint: 'With tax and after discounts',
  tooMuch: 'Without a connection you can pay back up to {amount}.',
  tooMuchToday: 'Without a connection this till can pay back up to {amount} more today.',
  tooMany: 'More than is left of this sale.',
  go: 'Refund {amount} in cash',
  doneText: 'Give the customer the cash. The return is sent when the till is online again.',
};

export const de: Record<keyof typeof en, string> = {
  notAllowed:
    'Rückgaben brauchen eine Verbindung. Die Filialleitung kann bare Rückgaben ohne Verbindung in den Einstellungen der Filiale erlauben.',
  rule: 'Keine Verbindung: bar bezahlte Artikel werden bar erstattet, bis {amount} je Beleg.',
  notCash:
    'Dieser Verkauf wurde nicht nur bar bezahlt. Nehmen Sie ihn zurück, wenn die Kasse verbunden ist.',
  bundles: 'Sets nehmen Sie zurück, wenn die Kasse verbunden ist.',
  kept: 'An dieser Kasse verkauft',
  unknown:
    'Diese Kasse kennt den Verkauf nicht. Geben Sie ein, was auf dem Beleg steht, wenn bar bezahlt wurde.',
  paid: 'Bezahlt',
  paidHint: 'Mit Steuer und nach Rabatten',
  tooMuch: 'Ohne Verbindung können Sie höchstens {amount} auszahlen.',
  tooMuchToday: 'Ohne Verbindung kann diese Kasse heute noch höchstens {amount} auszahlen.',
  tooMany: 'Mehr, als von diesem Verkauf übrig ist.',
  go: '{amount} bar erstatten',
  doneText:
    'Geben Sie dem Kunden das Geld. Die Rückgabe wird gesendet, sobald die Kasse wieder online ist.',
};
