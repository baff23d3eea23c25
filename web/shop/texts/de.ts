import type { Translation } from '../../shared/i18n/texts.js';
import type { en } from './en.js';

export const de: Translation<typeof en> = {
  'shop.title': 'Laden',
  'shop.skip': 'Zum Inhalt springen',
  'shop.offline':
    'Ihr Warenkorb bleibt erhalten. Es geht weiter, sobald die Verbindung wieder da ist.',
  'lost.title': 'Diese Seite gibt es nicht',
  'lost.text': 'Der Link ist vielleicht alt oder vertippt.',
  'footer.demo': 'Dieser Laden läuft zur Probe: Keine Karte wird belastet, nichts wird geliefert.',

  'store.choose': 'Wo möchten Sie einkaufen?',
  'store.choose.text': 'Preise, Bestand und Lieferung sind die der Filiale, die Sie wählen.',
  'store.none': 'Keine Filiale ist geöffnet',
  'store.none.text': 'Bitte schauen Sie etwas später wieder vorbei.',
  'store.ships': 'Versand',
  'store.pickup': 'Abholung',
  'store.change': 'Sie kaufen bei {name}. Filiale wechseln',
  'store.change.empties':
    'Ihr Warenkorb gehört zu dieser Filiale. In einer anderen beginnen Sie mit einem leeren.',

  'hero.title': 'Gute Dinge für jeden Tag.',
  'hero.text':
    'Gemacht, um benutzt, repariert und behalten zu werden. Ausgesucht von den Leuten hinter unserer Theke.',
  'hero.ship': 'Bis an die Tür geliefert',
  'hero.pickup': 'Zum Abholen bereit',
  'hero.payAtStore': 'Zahlung in der Filiale',

  'catalogue.all': 'Alle Produkte',
  'catalogue.everything': 'Alles',
  'catalogue.categories': 'Kategorie',
  'catalogue.products': 'Produkte',
  'catalogue.search': 'Produkte suchen',
  'catalogue.found': 'Treffer für „{q}“',
  'catalogue.nothing': 'Nichts gefunden',
  'catalogue.nothing.text': 'Versuchen Sie ein anderes Wort oder sehen Sie alle Produkte durch.',
  'catalogue.more': 'Mehr zeigen',

  'stock.good': 'Auf Lager',
  'stock.few': { one: 'Nur noch {count} da', other: 'Nur noch {count} da' },
  'stock.none': 'Ausverkauft',
  'stock.digital': 'Sofort verfügbar',

  'product.from': 'ab {price}',
  'product.age': 'ab {age}',
  'product.age.only': 'Ab {age} Jahren',
  'product.add': 'In den Warenkorb',
  'product.add.named': '{name} in den Warenkorb legen',
  'product.quantity': 'Menge',
  'product.variant': 'Auswahl',
  'product.variant.gone': '{name} (ausverkauft)',
  'product.picture': 'Zeichnung von {name}',
  'product.path': 'Wo Sie sind',
  'product.digital': 'Kommt gleich nach der Zahlung per E-Mail',
  'product.ship': 'Lieferung ab {price} ({time})',
  'product.pickup': 'Abholung bei {name}',
  'product.more': 'Mehr aus {category}',
  'product.unknown': 'Dieses Produkt haben wir nicht',
  'product.unknown.text': 'Es ist vielleicht nicht mehr im Regal. Es gibt noch mehr zu entdecken.',

  'quantity.less': '{label}: eins weniger',
  'quantity.more': '{label}: eins mehr',

  'cart.title': 'Ihr Warenkorb',
  'cart.title.count': {
    one: 'Ihr Warenkorb ({count} Stück)',
    other: 'Ihr Warenkorb ({count} Stück)',
  },
  'cart.open': { one: 'Warenkorb öffnen, {count} Stück', other: 'Warenkorb öffnen, {count} Stück' },
  'cart.notAdded': '{name} wurde nicht hinzugefügt',
  'cart.before': 'vorher: ',
  'cart.quantity': 'Menge von {name}',
  'cart.remove': '{name} entfernen',
  'cart.short': {
    one: 'Nur noch {count} da. Bitte verringern Sie die Menge.',
    other: 'Nur noch {count} da. Bitte verringern Sie die Menge.',
  },
  'cart.short.none': 'Inzwischen ausverkauft. Bitte entfernen Sie es.',
  'cart.short.all': 'Einiges ist in dieser Menge nicht mehr zu haben.',
  'cart.code': 'Aktionscode',
  'cart.code.apply': 'Einlösen',
  'cart.code.drop': 'Aktionscode entfernen',
  'cart.subtotal': 'Zwischensumme',
  'cart.savings': 'Sie sparen',
  'cart.shipping': 'Versand',
  'cart.shipping.free': 'Kostenlos',
  'cart.shipping.none': 'Keiner',
  'cart.shipping.later': 'An der Kasse',
  'cart.tax': 'Steuer (geschätzt)',
  'cart.total': 'Summe',
  'cart.checkout': 'Zur Kasse',
  'cart.goOn': 'Weiter einkaufen',
  'cart.clear': 'Warenkorb leeren',
  'cart.empty': 'Ihr Warenkorb ist leer',
  'cart.empty.text': 'Was Ihnen gefällt, wartet hier auf Sie.',
  'cart.empty.go': 'Umsehen',

  'account.title': 'Ihr Konto',
  'account.logIn': 'Anmelden',
  'account.of': 'Konto von {name}',

  'order.track': 'Bestellung verfolgen',
  'order.unknown.text':
    'Der Link ist falsch oder abgelaufen. Vergleichen Sie ihn mit unserer E-Mail.',

  'pay.expired.text':
    'Die halbe Stunde für diese Kasse ist um. Es wurde nichts abgebucht. Beginnen Sie neu; Ihr Warenkorb ist noch da.',

  'error.notSold': 'Das wird nicht mehr verkauft. Bitte nehmen Sie es aus dem Warenkorb.',
  'error.stock': 'So viel ist nicht auf Lager. Bitte verringern Sie die Menge.',
  'error.stock.left': {
    one: 'Nur noch {count} von {sku} da. Bitte verringern Sie die Menge.',
    other: 'Nur noch {count} von {sku} da. Bitte verringern Sie die Menge.',
  },
  'error.stock.none': '{sku} ist ausverkauft. Bitte nehmen Sie es aus dem Warenkorb.',
  'error.code': 'Dieser Code gilt hier nicht. Prüfen Sie die Schreibweise oder die Bedingungen.',
  'error.cartLimit':
    'Ein Warenkorb fasst höchstens 999 Stück eines Artikels und 100 verschiedene Artikel.',
  'error.cartGone':
    'Dieser Warenkorb ist beendet, hier oder in einem anderen Fenster. Legen Sie einen neuen an.',
  'error.storeClosed':
    'Diese Filiale nimmt gerade keine Bestellungen an. Bitte wählen Sie eine andere.',
  'error.noPickup': 'Diese Filiale bietet keine Abholung an. Bitte wählen Sie einen anderen Weg.',
  'error.checkoutCancelled':
    'Dieser Kauf wurde abgebrochen. Es wurde nichts abgebucht. Bitte beginnen Sie neu.',
  'error.busy': 'Für diesen Warenkorb läuft gerade eine Zahlung. Bitte warten Sie einen Moment.',
  'error.rush': 'Gerade bestellen sehr viele. Bitte versuchen Sie es in ein paar Sekunden wieder.',
  'error.processor': 'Der Zahlungsdienst antwortet nicht. Bitte versuchen Sie es gleich wieder.',
  'error.attempts': 'Zu viele gescheiterte Zahlungen. Bitte beginnen Sie die Kasse neu.',
  'error.address': 'Die Adresse ist nicht vollständig. Bitte füllen Sie die markierten Felder aus.',
  'error.limit': 'Das ist mehr, als eine Person kaufen darf. Bitte verringern Sie die Menge.',
  'error.age': 'Für einiges brauchen wir zuerst einen Altersnachweis.',
  'error.login': 'E-Mail oder Passwort ist falsch. Bitte versuchen Sie es noch einmal.',
  'error.otp':
    'Der Code ist falsch oder abgelaufen. Prüfen Sie ihn oder fordern Sie einen neuen an.',
  'error.accountExists': 'Diese Adresse hat inzwischen ein Konto. Bitte melden Sie sich an.',

  'failed.declined':
    'Ihre Karte wurde abgelehnt. Es wurde nichts abgebucht. Versuchen Sie eine andere Karte.',
  'failed.funds':
    'Die Karte ist nicht ausreichend gedeckt. Es wurde nichts abgebucht. Versuchen Sie eine andere Karte.',
  'failed.bank':
    'Ihre Bank hat die Zahlung nicht bestätigt. Es wurde nichts abgebucht. Versuchen Sie es noch einmal oder mit einer anderen Karte.',
  'failed.timeout':
    'Die Bank hat nicht rechtzeitig geantwortet. Falls doch etwas abgebucht wurde, kommt es von selbst zurück. Versuchen Sie es noch einmal.',
  'failed.processor':
    'Der Zahlungsdienst hatte eine Störung. Dieser Versuch kostet Sie nichts. Versuchen Sie es noch einmal oder mit einer anderen Karte.',
  'failed.other':
    'Die Zahlung hat nicht geklappt. Es wurde nichts abgebucht. Versuchen Sie es noch einmal oder mit einer anderen Karte.',
};
