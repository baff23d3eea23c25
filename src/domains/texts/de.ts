import type { Texts } from './en.js';

/** The texts of receipts and mails in German, as shops in Germany and Switzerland print them. */
export const de: Texts = {
  methods: {
    cash: 'Bar',
    card: 'Karte',
    card_square: 'Karte (Square)',
    card_bank: 'Karte (Bank)',
    pay_at_store: 'Zahlung in der Filiale',
    store_credit: 'Gutschein',
    gift_card: 'Geschenkkarte',
    points: 'Punkte',
  },
  sums: {
    subtotal: 'Zwischensumme',
    discount: 'Rabatt',
    shipping: 'Versand',
    tax: 'MwSt.',
  },
  receipt: {
    title: number => `Kassenbon ${number}`,
    subject: (store, number) => `Ihr Kassenbon von ${store} (${number})`,
    till: terminal => `Kasse ${terminal}`,
    servedBy: name => `Es bediente Sie ${name}`,
    pickUp: name => `Abholung: ${name}`,
    total: () => 'Summe',
    taxOf: (jurisdiction, percent) => `zzgl. ${percent} MwSt. ${jurisdiction}`,
    taxIncluded: 'inkl. MwSt.',
    taxInside: percent => `inkl. ${percent} MwSt.`,
    netAndGross: (net, gross) => `Netto ${net}, brutto ${gross}`,
    noTax: 'steuerfrei',
    returned: 'Zurückgegeben',
    rounding: 'Rundung',
    change: 'Rückgeld',
    refund: id => `Erstattung ${id}`,
    due: 'Offen',
    void: 'STORNO',
    expired: 'VERFALLEN',
    refunded: 'ERSTATTET',
    notPaid: 'NICHT BEZAHLT',
    partlyPaid: 'TEILWEISE BEZAHLT',
  },
  order: {
    total: 'Summe',
    taxIncluded: 'inkl. MwSt.',
    subject: number => `Ihre Bestellung ${number}`,
    thanks: store => `Vielen Dank für Ihre Bestellung bei ${store}.`,
    pickUp: time => `Abholung: ${time}`,
    showNumber: number => `Zeigen Sie an der Kasse diese Nummer: ${number}`,
    payAtStore: until =>
      `Sie bezahlen in der Filiale. Wir halten Ihre Bestellung bis ${until} bereit.`,
    follow: link => `Stand Ihrer Bestellung: ${link}`,
    account: link => `Sie möchten ein Konto: Wählen Sie ein Passwort unter ${link}`,
  },
  layaway: {
    subject: number => `Ihre Zurücklegung ${number}`,
    until: (store, time) => `${store} legt diese Ware bis ${time} für Sie zurück.`,
    paid: amount => `Bezahlt: ${amount}`,
    due: amount => `Noch zu zahlen: ${amount}`,
  },
  ready: {
    subject: number => `Ihre Bestellung ${number} liegt zur Abholung bereit`,
    at: number => `Ihre Bestellung ${number} liegt zur Abholung bereit bei:`,
    expected: day => `Wir erwarten Sie am ${day}.`,
    toPay: amount => `Bei der Abholung zu zahlen: ${amount}.`,
    bringNumber: 'Bitte bringen Sie diese Bestellnummer mit.',
  },
  shipped: {
    subject: number => `Ihre Bestellung ${number} ist unterwegs`,
    onItsWay: number => `Ihre Bestellung ${number} ist unterwegs.`,
    carrier: name => `Versand mit: ${name}`,
    trackingNumber: number => `Sendungsnummer: ${number}`,
    inThisParcel: 'In diesem Paket:',
    wholeOrder: 'Ihre ganze Bestellung:',
  },
  cancelled: {
    subject: number => `Ihre Bestellung ${number} wurde storniert`,
    subjectOfItems: number => `Artikel Ihrer Bestellung ${number} wurden storniert`,
    order: (number, store) => `Ihre Bestellung ${number} bei ${store} wurde storniert.`,
    items: (number, store) =>
      `Einige Artikel Ihrer Bestellung ${number} bei ${store} wurden storniert.`,
    reason: reason => `Grund: ${reason}`,
    refund: amount => `Wir erstatten ${amount} auf dem Weg, auf dem Sie bezahlt haben.`,
    nothingToRefund: 'Es ist nichts zu erstatten.',
  },
  registration: {
    subject: code => `${code} ist Ihr Code`,
    welcome: 'Willkommen!',
    code: code => `Ihr Code ist ${code}. Er gilt zehn Minuten.`,
    ignore:
      'Wenn Sie kein Konto eröffnen wollten, ignorieren Sie diese E-Mail: Ohne den Code geschieht nichts.',
    existsSubject: 'Sie haben bereits ein Konto',
    someoneTried:
      'Jemand, wahrscheinlich Sie selbst, wollte mit dieser Adresse ein Konto eröffnen.',
    exists: url => `Sie haben bereits eines; melden Sie sich damit unter ${url} an.`,
    ignoreExists:
      'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.',
  },
  newDevice: {
    subject: 'Ein neues Gerät hat sich in Ihrem Konto angemeldet',
    what: url =>
      `Jemand hat sich bei ${url} mit einem Gerät in Ihrem Konto angemeldet, das wir noch nicht kennen.`,
    when: 'Wann',
    device: 'Gerät',
    unknown: 'unbekannt',
    place: 'Adresse',
    mine: 'Wenn Sie das waren, brauchen Sie nichts zu tun.',
    notMine: url =>
      `Wenn Sie das nicht waren, beenden Sie die Anmeldung unter ${url} und ändern Sie Ihr Passwort: Damit enden alle Anmeldungen.`,
  },
};
