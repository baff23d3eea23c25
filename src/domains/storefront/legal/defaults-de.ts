import { countryName } from '../../../platform/countries.js';
import type { DefaultTexts, LegalStore } from './rules.js';

const addressOf = (store: LegalStore): string =>
  [
    store.name,
    store.address,
    [store.postal_code, store.city].filter(Boolean).join(' '),
    countryName(store.country, 'de'),
  ]
    .filter(Boolean)
    .join('\n');

const contactOf = ({ phone, email }: LegalStore): string =>
  [phone && `Telefon: ${phone}`, email && `E-Mail: ${email}`].filter(Boolean).join('\n');

/** A line that starts with "# " is a heading; an empty line ends a paragraph. */
export const defaultsDe: DefaultTexts = {
  imprint: store => `# Angaben zum Anbieter\n\n${addressOf(store)}\n\n${contactOf(store)}`,
  terms: store => `# Vertrag

Ihre Bestellung ist ein Angebot. Der Vertrag mit ${store.name} kommt zustande, wenn wir die Bestellung per E-Mail bestätigen.

# Preise

${
  store.prices_include_tax
    ? 'Die Preise enthalten die Mehrwertsteuer. Versandkosten kommen hinzu und werden vor der Bestellung angezeigt.'
    : 'Die Preise enthalten keine Steuern. Steuern und Versandkosten kommen hinzu und werden vor der Bestellung angezeigt.'
}

# Zahlung und Lieferung

Sie zahlen mit einer der Zahlungsarten, die an der Kasse angeboten werden. Wir liefern in die Länder, die an der Kasse angeboten werden. Die Ware bleibt bis zur vollständigen Zahlung unser Eigentum.

# Mängel

Bei Mängeln gelten die gesetzlichen Rechte. Bitte schreiben Sie uns.`,
  privacy: store => `# Verantwortlich

${addressOf(store)}

# Was wir speichern und warum

Für eine Bestellung speichern wir Name, Adresse, E-Mail, die Telefonnummer, falls Sie sie angeben, und was Sie gekauft haben. Bestellungen bewahren wir so lange auf, wie das Steuerrecht es verlangt. Ein Konto speichert außerdem Ihre Adressen und Bonuspunkte, bis Sie es löschen. Wenn Sie eine Erinnerung an Ihren Warenkorb wünschen, speichern wir Ihre E-Mail-Adresse höchstens zwei Tage, senden eine E-Mail und hören auf, wenn Sie Ihre Einwilligung widerrufen.

# Wer Daten erhält

Paketdienste erhalten die Adresse eines Pakets. Die Kartennummer geht nur an den Zahlungsdienst; wir sehen sie nie.

# Cookies

Wir setzen Cookies, die der Shop braucht: eines für Warenkorb und Anmeldung und je eines für die Filiale und die Sprache, die Sie gewählt haben. Ihr Browser merkt sich außerdem die zuletzt angesehenen Artikel, um sie wieder zu zeigen; unter einem Artikel können Sie die Liste leeren. Wir verfolgen Sie nicht.

# Ihre Rechte

Sie können eine Kopie Ihrer Daten verlangen, sie berichtigen oder löschen lassen und sich bei einer Aufsichtsbehörde beschweren.`,
  returns: store => `# Widerruf

Sie können Ware innerhalb von 14 Tagen nach Erhalt ohne Angabe von Gründen zurückgeben. Schreiben Sie vorher an ${store.email || store.name}.

# Erstattung

Wir erstatten den Preis und die Kosten des Standardversands innerhalb von 14 Tagen, nachdem die Ware wieder bei uns ist, auf dem Weg, auf dem Sie gezahlt haben. Die Kosten der Rücksendung tragen Sie.

# Ausnahmen

Nach Maß gefertigte Ware, geöffnete Hygieneartikel, verderbliche Ware und bereits gelieferte digitale Ware können nicht zurückgegeben werden.

# Muster-Widerrufsformular

Wenn Sie den Vertrag widerrufen wollen, können Sie dieses Formular ausfüllen und zurücksenden:

An ${[store.name, store.address, `${store.postal_code} ${store.city}`.trim(), store.email]
    .filter(Boolean)
    .join(', ')}

Hiermit widerrufe(n) ich/wir den von mir/uns abgeschlossenen Vertrag über den Kauf der folgenden Waren: …

Bestellt am … / erhalten am …

Name des/der Verbraucher(s), Anschrift, Datum und bei Mitteilung auf Papier die Unterschrift`,
};
