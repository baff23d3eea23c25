export const hardware = {
  'hardware.open': 'Devices',
  'hardware.title': 'Devices of till {id}',
  'hardware.none': 'No devices yet',
  'hardware.none.text': 'Add a printer, a cash drawer, a display, a scale or a card reader.',
  'hardware.new': 'Add device',
  'hardware.added': '{name} added',
  'hardware.saved': '{name} saved',
  'hardware.removed': '{name} removed',
  'hardware.turnedOff': '{name} switched off',
  'hardware.turnedOn': '{name} switched on',
  'hardware.givenUp': { one: '{count} paper not printed', other: '{count} papers not printed' },
};
