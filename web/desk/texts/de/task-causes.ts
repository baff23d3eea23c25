import type { Translation } from '../../../shared/i18n/texts.js';
import type { taskCauses as en } from '../en/task-causes.js';

export const taskCauses: Translation<typeof en> = {
  'tasks.cause.andTip': '{amount} und {tip} Trinkgeld',
  'tasks.cause.refund_given_up':
    'Erstattung von {amount} für {transaction} konnte nicht ausgeführt werden',
  'tasks.cause.refund_given_up.text':
    'Der Zahlungsdienst hat jeden Versuch abgelehnt: {error}. Öffnen Sie den Verkauf und versuchen Sie es unter Zahlungen erneut, oder zahlen Sie dem Kunden {amount} auf anderem Weg aus.',
  'tasks.cause.refund_pay_out_cash': '{amount} für {transaction} bar auszahlen',
  'tasks.cause.refund_pay_out_cash.text':
    'Die Erstattung {refund} wartet auf Bargeld aus einer Kasse. Öffnen Sie die Auszahlungen an einer Kasse dieser Filiale, zahlen Sie den Betrag aus und bestätigen Sie ihn dort.',
  'tasks.cause.refund_confirm_on_terminal':
    '{amount} für {transaction} am Kartenterminal erstatten',
  'tasks.cause.refund_confirm_on_terminal.text':
    'Die Kartenzahlung der Erstattung {refund} lief über ein separates Kartenterminal. Erstatten Sie sie dort und bestätigen Sie die Erstattung dann mit der Belegnummer.',
  'tasks.cause.gift_card_spent':
    'Geschenkkarte ••••{last_four} wurde eingelöst, bevor ihr Verkauf {transaction} rückgängig gemacht wurde',
  'tasks.cause.gift_card_spent.text':
    '{spent} der Geschenkkarte ••••{last_four} waren eingelöst, bevor das Geld des Verkaufs {transaction} zurückging. Der Rest der Karte ist gesperrt; der Kunde schuldet {spent}.',
  'tasks.cause.sale_partly_paid': 'Verkauf {transaction} ist teilweise bezahlt',
  'tasks.cause.sale_partly_paid.text':
    '{paid} von {total} sind bezahlt, {due} sind überfällig. Nehmen Sie den Rest ein oder brechen Sie den Verkauf an einer Kasse ab und geben Sie das Geld zurück.',
  'tasks.cause.layaway_expired': 'Zurücklegung {transaction} ist abgelaufen',
  'tasks.cause.layaway_expired.text':
    'Der Kunde hat {paid} von {total} bezahlt. Die Ware ist wieder im Verkauf. Beenden Sie die Zurücklegung, um das Geld zurückzugeben, mit oder ohne Gebühr der Filiale.',
  'tasks.cause.payment_review': 'Zahlung von {amount} für {transaction} prüfen',
  'tasks.cause.payment_review.text':
    '{reason}. Vergleichen Sie die Zahlung mit den Unterlagen des Zahlungsdienstes. Unter Zahlungsprüfung können Sie sie anerkennen, erstatten oder berichtigen.',
  'tasks.cause.return_requested': 'Rückgabeanfrage {return} zur Bestellung {transaction}',
  'tasks.cause.return_requested.text':
    'Der Kunde möchte zurückgeben: {goods}. Nehmen Sie den Wunsch in der Liste der Rückgaben an oder lehnen Sie ihn ab.',
  'tasks.cause.recount': '{sku} noch einmal zählen',
  'tasks.cause.recount.text':
    'Eine Kasse ohne Verbindung hat {sku} verkauft, bevor in {count} gezählt wurde, und den Verkauf danach gesendet. Ist die Inventur noch offen, zählen Sie die Zeile neu; sonst beginnen Sie eine neue Inventur.',
  'tasks.cause.held_twice': 'Verkauf {transaction}: geparkte Ware vielleicht doppelt verkauft',
  'tasks.cause.held_twice.text':
    'Kasse {terminal} hat einen geparkten Verkauf ohne Verbindung fortgesetzt und abgeschlossen. Inzwischen wurde er anderswo fortgesetzt, verkauft oder entfernt. Vergleichen Sie die Verkäufe und stornieren Sie den, den der Kunde nicht bekommen hat.',
  'tasks.cause.journal_entry_held': 'Kasse {terminal}: Eintrag {counter} ({entry}) ist angehalten',
  'tasks.cause.journal_entry_held.text':
    'Nichts davon ist gebucht, aber es kann Geld geflossen sein. Sehen Sie den Eintrag im Kassenjournal an, buchen Sie ihn erneut oder erledigen Sie ihn mit einem Grund.',
  'tasks.cause.journal_held_full': 'Kasse {terminal}: {count} Einträge sind angehalten',
  'tasks.cause.journal_held_full.text':
    'Weitere Einträge, die sich nicht buchen lassen, bleiben auf der Kasse, samt denen nach ihnen. Entscheiden Sie im Kassenjournal über die angehaltenen Einträge. Sind sie nicht von dieser Kasse, trennen Sie ihr Gerät.',
  'tasks.cause.journal_gap': 'Kasse {terminal}: Einträge {first} bis {last} fehlen',
  'tasks.cause.journal_gap.one': 'Kasse {terminal}: Eintrag {first} fehlt',
  'tasks.cause.journal_gap.text':
    'Die Kasse hat Einträge gemacht, die nicht angekommen sind. Verbinden Sie die Kasse und lassen Sie sie ihr Journal senden. Die Aufgabe schließt sich selbst, wenn sie da sind.',
};
