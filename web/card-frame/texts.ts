const en = {
  title: 'Card details',
  number: 'Card number',
  expiry: 'Expiry (MM/YY)',
  cvc: 'CVC',
  wrongNumber: 'This is not a test card. Do not enter a real card.',
  wrongExpiry: 'Enter month and year, such as 12/34.',
  expired: 'This card has expired.',
  wrongCvc: 'Enter the three or four digits of the CVC.',
  unreachable: 'The card could not be checked. Try again.',
};

const de: typeof en = {
  title: 'Kartendaten',
  number: 'Kartennummer',
  expiry: 'Gültig bis (MM/JJ)',
  cvc: 'Prüfziffer (CVC)',
  wrongNumber: 'Das ist keine Testkarte. Geben Sie keine echte Karte ein.',
  wrongExpiry: 'Geben Sie Monat und Jahr ein, zum Beispiel 12/34.',
  expired: 'Diese Karte ist abgelaufen.',
  wrongCvc: 'Geben Sie die drei oder vier Ziffern der Prüfziffer ein.',
  unreachable: 'Die Karte konnte nicht geprüft werden. Versuchen Sie es erneut.',
};

export const texts = { en, de };
export type Key = keyof typeof en;
