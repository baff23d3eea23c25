import type { Translation } from '../../../shared/i18n/texts.js';
import type { invitations as en } from '../en/invitations.js';

export const invitations: Translation<typeof en> = {
  'invitation.send': 'Einladen',
  'invitation.again': 'Erneut einladen',
  'invitation.sent': 'Eingeladen am {date}, noch nicht angenommen',
  'invitation.expired': 'Eingeladen am {date}, Link abgelaufen',
  'invitation.done': 'Einladung an {email} gesendet',
  'invitation.kept':
    'Die Einladung an {email} ist geschrieben, aber es ist kein E-Mail-Server eingerichtet, der sie sendet.',
  'users.invite': 'Einladung senden',
  'users.invite.text':
    'Ist eine Adresse angegeben, bekommt der Benutzer einen Link, um das Passwort zu wählen.',
  'users.created.invited': '{name} angelegt, Einladung an {email} gesendet',
};
