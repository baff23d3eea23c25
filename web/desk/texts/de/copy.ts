import type { Translation } from '../../../shared/i18n/texts.js';
import type { copy as en } from '../en/copy.js';

export const copy: Translation<typeof en> = {
  'copy.button': 'Auf andere Filialen übertragen',
  'copy.title': 'Einstellungen von {name} übertragen',
  'copy.text':
    'Die gewählten Einstellungen ersetzen die der anderen Filialen. Es ändert sich nichts, bevor Sie gesehen haben, was sich ändern würde.',
  'copy.sections': 'Einstellungen',
  'copy.stores': 'Auf diese Filialen',
  'copy.preview': 'Änderungen zeigen',
  'copy.submit': { one: '{count} Filiale ändern', other: '{count} Filialen ändern' },
  'copy.done': {
    one: 'Einstellungen von {count} Filiale geändert',
    other: 'Einstellungen von {count} Filialen geändert',
  },
  'copy.same': {
    one: '{count} Filiale hat diese Einstellungen schon.',
    other: '{count} Filialen haben diese Einstellungen schon.',
  },
  'copy.changed': { one: '{count} Änderung', other: '{count} Änderungen' },
  'copy.refused': { one: '{count} nicht möglich', other: '{count} nicht möglich' },
  'copy.section.approvals': 'Freigaben',
  'copy.section.hours': 'Öffnungszeiten und besondere Tage',
  'copy.section.receipts': 'Kopf, Fuß und Logo der Belege',
  'copy.section.tips': 'Trinkgeld',
  'copy.section.tills': 'Bargeld, Schichten und Sperre der Kassen',
  'copy.section.taxes': 'Steuern und Rundung von Bargeld',
  'copy.section.loyalty': 'Punkte, Geschenkkarten und Kunden',
  'copy.section.layaways': 'Zurücklegen',
  'copy.section.shipping': 'Versandzonen',
  'copy.section.mail_templates': 'E-Mail-Texte',
  'copy.section.legal_texts': 'Rechtstexte',
  'copy.section.tiles': 'Kacheln der Kassen',
  'copy.section.journal': 'Konten der Buchhaltung',
  'copy.reason.OTHER_CURRENCY':
    'Nicht übertragen: Diese Einstellungen enthalten Beträge, und die Filiale hat eine andere Währung.',
  'copy.reason.OTHER_COUNTRY': 'Nicht übertragen: Die Filiale ist in einem anderen Land.',
  'copy.reason.NO_COUNTRY': 'Nicht übertragen: Tragen Sie zuerst das Land der Filiale ein.',
};
