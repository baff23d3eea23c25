import type { Translation } from '../../shared/i18n/texts.js';
import type { addresses as en } from './en-address.js';

export const addresses: Translation<typeof en> = {
  'address.choose': 'Bitte wählen …',
  'address.example': 'z. B. {code}',
  'address.state': 'Bundesstaat',
  'address.province': 'Provinz',
  'address.prefecture': 'Präfektur',
  'address.county': 'Grafschaft',
  'address.emirate': 'Emirat',
  'address.zip': 'Postleitzahl (ZIP)',
  'address.eircode': 'Postleitzahl (Eircode)',
  'address.pin': 'Postleitzahl (PIN)',
  'need.postalCode.form': 'Prüfen Sie die Postleitzahl. Sie passt nicht zum Land.',
  'need.region.choice': 'Wählen Sie Ihren Bundesstaat oder Ihre Provinz.',
  'addresses.edit': 'Bearbeiten',
  'addresses.edit.title': 'Adresse bearbeiten',
  'addresses.edit.named': 'Bearbeiten: {name}',
  'checkout.billing': 'Rechnungsadresse',
  'order.delivery': 'Lieferadresse',
  'order.billing': 'Rechnungsadresse',
  'order.billing.city': 'Die Rechnungsadresse ist in {city}.',

  'product.variant.missing': '{name} (nicht in dieser Kombination)',

  'giftCard.page': 'Geschenkkarten',
  'giftCard.title': 'Geschenkkarte prüfen',
  'giftCard.text':
    'Geben Sie den Code einer Geschenkkarte oder eines Gutscheins ein, um das Guthaben zu sehen.',
  'giftCard.code': 'Code',
  'giftCard.check': 'Guthaben anzeigen',
  'giftCard.balance': 'Guthaben: {amount}',
  'giftCard.until': 'Gültig bis {date}.',
  'giftCard.blocked': 'Diese Karte ist gesperrt. Wenden Sie sich bitte an die Filiale.',
  'giftCard.expired': 'Diese Karte ist abgelaufen.',
  'giftCard.save': 'In meinem Konto speichern',
  'giftCard.more': 'Mehr anzeigen',
  'giftCard.remove': 'Entfernen',
  'giftCard.remove.named': 'Entfernen: {name}',
  'giftCard.name.gift_card': 'Geschenkkarte ••••{end}',
  'giftCard.name.store_credit': 'Gutschein ••••{end}',
  'giftCard.ofOrder': 'Bestellung {number}',
  'giftCard.origin.bought': 'Von Ihnen gekauft',
  'giftCard.origin.given': 'Von der Filiale',
  'giftCard.origin.saved': 'Von Ihnen gespeichert',

  'checkout.taxPlace': 'Rechnungsland',
  'checkout.taxPlace.text': 'Die Steuer auf digitale Artikel richtet sich nach Ihrem Wohnort.',

  'checkout.consent':
    'Schicken Sie mir E-Mails zu Artikeln im Warenkorb und zu Angeboten. Ich kann das jederzeit beenden.',
};
