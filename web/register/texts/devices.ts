import { useI18n } from '../../shared/i18n/index.js';
import { fill, type Translation, type Values } from '../../shared/i18n/texts.js';

/** Loaded with the dialogs that use it: the till shows its first page without it. */
export const en = {
  title: 'Devices',
  none: 'No devices are set up for this till. A manager adds them at the desk, under Tills, Devices.',
  text: 'Devices with a cable to this tablet are connected here once. Network printers need no cable.',
  'kind.printer': 'Receipt printer',
  'kind.drawer': 'Cash drawer',
  'kind.customer_display': 'Customer display',
  'kind.scale': 'Scale',
  'kind.card_reader': 'Card reader',
  'connection.network': 'Network',
  'connection.webusb': 'USB',
  'connection.webserial': 'Serial port',
  'connection.dialog': 'Print dialog',
  'connection.printer': 'At the printer',
  'connection.browser': 'Browser',
  'connection.processor': 'Card provider',
  connect: 'Connect',
  reconnect: 'Connect again',
  connected: 'Connected',
  notConnected: 'Not connected to this tablet',
  baud: 'Speed in baud',
  test: 'Test',
  'test.title': 'Test page',
  'test.sent': 'The test page is on its way to {name}.',
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
} as const;

export const de: Translation<typeof en> = {
  title: 'Geräte',
  none: 'Für diese Kasse sind keine Geräte eingerichtet. Die Leitung fügt sie im Büro unter Kassen, Geräte hinzu.',
  text: 'Geräte mit einem Kabel zu diesem Tablet werden hier einmal verbunden. Netzwerkdrucker brauchen kein Kabel.',
  'kind.printer': 'Belegdrucker',
  'kind.drawer': 'Kassenlade',
  'kind.customer_display': 'Kundenanzeige',
  'kind.scale': 'Waage',
  'kind.card_reader': 'Kartenleser',
  'connection.network': 'Netzwerk',
  'connection.webusb': 'USB',
  'connection.webserial': 'Serielle Schnittstelle',
  'connection.dialog': 'Druckdialog',
  'connection.printer': 'Am Drucker',
  'connection.browser': 'Browser',
  'connection.processor': 'Kartenanbieter',
  connect: 'Verbinden',
  reconnect: 'Neu verbinden',
  connected: 'Verbunden',
  notConnected: 'Nicht mit diesem Tablet verbunden',
  baud: 'Geschwindigkeit in Baud',
  test: 'Testen',
  'test.title': 'Testseite',
  'test.sent': 'Die Testseite ist unterwegs zu {name}.',
  'test.weight': '{name} zeigt {weight}.',
  weigh: 'Waage ablesen',
  'problem.unsupported':
    'Dieser Browser erreicht keine Geräte mit Kabel. Chrome oder Edge verwenden und die Kasse über https öffnen.',
  'problem.notConnected':
    'Das Gerät ist nicht verbunden. Gerät anschließen und unter Geräte verbinden.',
  'problem.noPrinter': 'Dieses USB-Gerät nimmt keine Druckdaten an. Den Drucker auswählen.',
  'problem.failed':
    'Das Gerät antwortet nicht wie erwartet. Kabel prüfen, und ob ein anderes Programm es benutzt.',
  'problem.silent': 'Das Gerät antwortet nicht. Ist es eingeschaltet und hat es Papier?',
  'problem.moving': 'Die Waage bewegt sich noch. Kurz warten, bis sie stillsteht.',
  'problem.overload': 'Auf der Waage liegt zu viel Gewicht.',
  'problem.underZero': 'Die Waage zeigt weniger als null. Waage leeren und auf null stellen.',
};

const texts = { en, de };
type DeviceKey = keyof typeof en;

export function useDeviceTexts(): (key: DeviceKey, values?: Values) => string {
  const { language, locale } = useI18n();
  return (key, values = {}) => fill(texts[language][key], values, locale) ?? key;
}
