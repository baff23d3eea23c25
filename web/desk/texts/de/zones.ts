import type { Translation } from '../../../shared/i18n/texts.js';
import type { zones as en } from '../en/zones.js';

export const zones: Translation<typeof en> = {
  'nav.zones': 'Lagerbereiche',
  'zones.text':
    'Bereiche einer Filiale und was in ihnen liegen soll. Bestellvorschläge und Inventuren nutzen sie.',
  'zones.new': 'Neuer Bereich',
  'zones.edit': 'Bearbeiten',
  'zones.none': 'Noch keine Bereiche',
  'zones.none.text':
    'Legen Sie die Bereiche der Filiale an, etwa Verkaufsfläche und Lager. Ohne Bereiche gelten für Bestellvorschläge die Meldebestände.',
  'zones.saved': '{name} gespeichert',
  'zones.code': 'Kürzel',
  'zones.code.hint': 'Einmalig in der Filiale.',
  'zones.position': 'Position',
  'zones.position.hint': 'Kleinere Zahlen bekommen zuerst Ware.',
  'zones.kind': 'Art',
  'zones.kind.sales_floor': 'Verkaufsfläche',
  'zones.kind.stockroom': 'Lager',
  'zones.kind.counter': 'Theke',
  'zones.kind.display': 'Auslage',
  'zones.kind.cold_storage': 'Kühlung',
  'zones.kind.other': 'Sonstiges',
  'zones.active': 'Aktiv',
  'zones.active.hint': 'Für einen inaktiven Bereich wird nichts bestellt.',
  'zones.delete.text':
    'Löschen geht nur ohne Sollbestände. Andere Bereiche können Sie deaktivieren.',
  'pars.title': 'Sollbestände',
  'pars.text':
    'Der Bestand der Filiale füllt die Bereiche nach ihrer Position, jeden bis zum Soll. Was fehlt, wird zum Bestellen vorgeschlagen.',
  'pars.none': 'Noch keine Sollbestände',
  'pars.none.text': 'Fügen Sie die Artikel hinzu, die hier immer liegen sollen.',
  'pars.par': 'Soll',
  'pars.par.hint': 'Die volle Menge.',
  'pars.minimum': 'Mindestens',
  'pars.minimum.hint': 'Darunter dringend.',
  'pars.minimum.order': 'Das Minimum darf nicht über dem Soll liegen.',
  'pars.covered': 'Vorhanden',
  'pars.shortfall': 'Fehlt',
  'pars.urgent': '{quantity}, dringend',
  'pars.active': 'Aktiv',
  'pars.saved': '{name} gespeichert',
  'pars.delete.text':
    'Der Artikel hat in diesem Bereich keinen Sollbestand mehr. Sein Bestand bleibt, wie er ist.',
  'audit.type.zones': 'Bereich',
  'audit.type.par-levels': 'Sollbestand',
};
