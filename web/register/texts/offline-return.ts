import { useI18n } from '../../shared/i18n/index.js';
import { fill, type Values } from '../../shared/i18n/texts.js';

/** Loaded with its dialog: the till shows its first page without it. */
const en = {
  notAllowed:
    'Returns need a connection. A manager can allow cash returns without one in the store settings at the desk.',
  rule: 'No connection: returns are paid in cash, up to {amount} each.',
  kept: 'Sold at this till',
  unknown: 'This till does not have the sale. Enter what the printed receipt shows.',
  paid: 'Paid for it',
  paidHint: 'With tax and after discounts',
  tooMuch: 'Without a connection you can pay back up to {amount}.',
  tooMany: 'More than is left of this sale.',
  go: 'Refund {amount} in cash',
  doneText: 'Give the customer the cash. The return is sent when the till is online again.',
  heldText: 'Give the customer the cash. A manager checks the return.',
};

const de: Record<keyof typeof en, string> = {
  notAllowed:
    'Rückgaben brauchen eine Verbindung. Die Filialleitung kann bare Rückgaben ohne Verbindung in den Einstellungen der Filiale erlauben.',
  rule: 'Keine Verbindung: Rückgaben werden bar ausgezahlt, je bis {amount}.',
  kept: 'An dieser Kasse verkauft',
  unknown: 'Diese Kasse kennt den Verkauf nicht. Geben Sie ein, was auf dem Beleg steht.',
  paid: 'Bezahlt',
  paidHint: 'Mit Steuer und nach Rabatten',
  tooMuch: 'Ohne Verbindung können Sie höchstens {amount} auszahlen.',
  tooMany: 'Mehr, als von diesem Verkauf übrig ist.',
  go: '{amount} bar erstatten',
  doneText:
    'Geben Sie dem Kunden das Geld. Die Rückgabe wird gesendet, sobald die Kasse wieder online ist.',
  heldText: 'Geben Sie dem Kunden das Geld. Die Filialleitung prüft die Rückgabe.',
};

const texts = { en, de };

export function useOfflineReturnTexts(): (key: keyof typeof en, values?: Values) => string {
  const { language, locale } = useI18n();
  return (key, values = {}) => fill(texts[language][key], values, locale) ?? key;
}
