import type { Translation } from '../../shared/i18n/texts.js';

/** Loaded with the dialogs that use it: the till shows its first page without it. */
export const en = {
  title: 'Devices',
  none: 'No devices are set up for this till. A manager adds them here or at the desk, under Tills, Devices.',
  text: 'Devices with a cable to this tablet are connected here once. Network printers need no cable.',
  add: 'Add device',
  save: 'Save',
  cancel: 'Cancel',
  connect: 'Connect',
  reconnect: 'Connect again',
  connected: 'Connected',
  notConnected: 'Not connected to this tablet',
  baud: 'Speed in baud',
  scaleUnit: 'Unit of the scale',
  test: 'Test',
  'test.title': 'Test page',
  'test.sent': 'The test page is on its way to {name}.',
  'test.drawer': 'Test: the drawer opens.',
  'test.drawerRecorded': 'The opening is recorded. Open the drawer with its key.',
  'test.drawerHint':
    'No connected printer opens this drawer. Connect or add the printer that it is plugged into.',
  'test.drawerReason': 'Test',
  'test.weight': '{name} shows {weight}.',
  weigh: 'Read the scale',
  'problem.unsupported':
    'This browser can’t reach devices with a cable. Use Chrome or Edge, and open the till over https.',
  'problem.notConnected': 'The device is not connected. Plug it in and connect it under Devices.',
  'problem.noPrinter': 'This USB device takes no print data. Choose the printer.',
  'problem.failed':
    'The device doesn’t answer as expected. Check its cable, and that no other program uses it.',
  'problem.silent': 'The device doesn’t answer. Check that it is switched on and has paper.',
  'problem.moving': 'The scale is still moving. Wait until it is still.',
  'problem.overload': 'There is too much weight on the scale.',
  'problem.underZero': 'The scale shows less than zero. Empty it and set it to zero.',
  'problem.otherUnit': 'The scale weighs in another unit than the one set under Devices.',
} as const;

export const de: Translation<typeof en> = {
  title: 'Geräte',
  none: 'Für diese Kasse sind keine Geräte eingerichtet. Die Filialleitung fügt sie hier oder in der Filialverwaltung unter Kassen, Geräte hinzu.',
  text: 'Geräte mit einem Kabel zu diesem Tablet werden hier einmal verbunden. Netzwerkdrucker brauchen kein Kabel.',
  add: 'Gerät hinzufügen',
  save: 'Speichern',
  cancel: 'Abbrechen',
  connect: 'Verbinden',
  reconnect: 'Neu verbinden',
  connected: 'Verbunden',
  notConnected: 'Nicht mit diesem Tablet verbunden',
  baud: 'Geschwindigkeit in Baud',
  scaleUnit: 'Einheit der Waage',
  test: 'Testen',
  'test.title': 'Testseite',
  'test.sent': 'Die Testseite ist unterwegs zu {name}.',
  'test.drawer': 'Test: Die Kassenlade öffnet sich.',
  'test.drawerRecorded':
    'Die Öffnung ist protokolliert. Öffnen Sie die Kassenlade mit dem Schlüssel.',
  'test.drawerHint':
    'Kein verbundener Drucker öffnet diese Kassenlade. Verbinden Sie den Drucker, an dem sie angeschlossen ist, oder fügen Sie ihn hinzu.',
  'test.drawerReason': 'Test',
  'test.weight': '{name} zeigt {weight}.',
  weigh: 'Waage ablesen',
  'problem.unsupported':
    'Dieser Browser erreicht keine Geräte mit Kabel. Verwenden Sie Chrome oder Edge, und öffnen Sie die Kasse über https.',
  'problem.notConnected':
    'Das Gerät ist nicht verbunden. Schließen Sie es an, und verbinden Sie es unter Geräte.',
  'problem.noPrinter': 'Dieses USB-Gerät nimmt keine Druckdaten an. Wählen Sie den Drucker.',
  'problem.failed':
    'Das Gerät antwortet nicht wie erwartet. Prüfen Sie das Kabel, und ob ein anderes Programm es benutzt.',
  'problem.silent':
    'Das Gerät antwortet nicht. Prüfen Sie, ob es eingeschaltet ist und Papier hat.',
  'problem.moving': 'Die Waage bewegt sich noch. Warten Sie, bis sie stillsteht.',
  'problem.overload': 'Auf der Waage liegt zu viel Gewicht.',
  'problem.underZero':
    'Die Waage zeigt weniger als null. Leeren Sie die Waage, und stellen Sie sie auf null.',
  'problem.otherUnit': 'Die Waage wiegt in einer anderen Einheit als unter Geräte eingestellt.',
};
