import type { Translation } from '../../../shared/i18n/texts.js';
import type { sentMails as en } from '../en/sent-mails.js';

export const sentMails: Translation<typeof en> = {
  'nav.sentMails': 'E-Mails',
  'sentMails.text':
    'Was der Shop an Kunden und Mitarbeiter geschrieben hat, und ob es versandt wurde.',
  'sentMails.none': 'Keine E-Mails gefunden',
  'sentMails.kind': 'Art',
  'sentMails.to': 'An',
  'sentMails.address': 'E-Mail-Adresse',
  'sentMails.sale': 'Verkauf',
  'sentMails.written': 'Geschrieben',
  'sentMails.sent': 'Gesendet',
  'sentMails.next': 'Nächster Versuch',
  'sentMails.error': 'Letzter Fehler',
  'sentMails.attachment': 'Anhang',
  'sentMails.hidden': 'verborgen',
  'sentMails.erased': 'Daten gelöscht',
  'sentMails.noText': 'Nur wer Kunden sehen darf, kann diese E-Mail lesen.',
  'sentMails.again': 'Erneut senden',
  'sentMails.again.title': 'Diese E-Mail erneut senden?',
  'sentMails.again.text': 'Sie geht noch einmal an {address}.',
  'sentMails.again.done': 'Die E-Mail wird erneut gesendet',
  'sentMails.again.waiting': 'Diese E-Mail wartet bereits auf den Versand.',
  'sentMails.again.erased': 'Die Daten des Empfängers wurden gelöscht.',
  'sentMails.again.no_mail_server':
    'Es ist kein Mailserver eingerichtet, daher werden keine E-Mails versandt.',
  'sentMails.again.not_of_sale': 'Nur E-Mails zu einem Verkauf können erneut gesendet werden.',
  'sentMails.again.secret':
    'Diese E-Mail enthielt einen Code, der nach dem Versand nicht aufbewahrt wird. Sie kann nicht erneut gesendet werden.',
  'sentMails.again.attachment':
    'Die angehängte Datei wird nach dem Versand nicht aufbewahrt. Die E-Mail kann nicht erneut gesendet werden.',
  'mails.kind.return_request': 'Rückgabe',
  'mails.kind.invitation': 'Einladung',
  'mails.kind.report': 'Bericht',
  'mails.kind.test': 'Test-E-Mail',
  'status.waiting': 'Wartet',
  'status.refused': 'Abgewiesen',
  'status.kept': 'Nicht gesendet',
};
