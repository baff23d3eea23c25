import { atomically } from '../../platform/database/tx.js';
import { conflict, forbidden } from '../../platform/http/failure.js';
import { formatMoney } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { can, type Staff } from '../access/index.js';
import { openDrawer } from '../drawer/index.js';
import { checkReader } from '../payments/index.js';
import { findStore, storeLanguage } from '../stores/index.js';
import { textsIn } from '../texts/index.js';
import { showBasket } from './displays/show-basket.js';
import type { ShownJob } from './print-job-repository.js';
import { queueTest } from './queue-print.js';
import { type Device, listDevices, type Place } from './repository.js';
import { opensByNetwork, type TestOutcome } from './rules.js';

/** A printer reports by its job, once it has printed; other devices report at once. */
export type Tested = { job: ShownJob } | { outcome: TestOutcome };

/** Tests a device that the service reaches. What is plugged into a till is tested there. */
export async function testDevice(
  platform: Platform,
  caller: Staff,
  place: Place,
  device: Device,
): Promise<Tested> {
  const { kind, connection } = device;
  const isReached = kind === 'drawer' || kind === 'card_reader' || connection === 'browser';
  if (!isReached) {
    return { job: await atomically(platform.db, tx => queueTest(tx, caller, place, device)) };
  }
  if (!device.is_active) {
    throw conflict('INVALID_STATE', 'This device is switched off.', { status: 'inactive' });
  }
  if (kind === 'drawer') return openForTest(platform, caller, place);
  if (kind === 'card_reader') {
    return { outcome: await checkReader(platform, place.terminalId, device.reader_id) };
  }
  return showTest(platform, caller, place);
}

/** An opening like any other: recorded, and the pulse follows from the record. */
async function openForTest(platform: Platform, caller: Staff, place: Place): Promise<Tested> {
  const { db, clock } = platform;
  if (!can(caller, 'drawer.open')) throw forbidden('You may not open the drawer.');
  refuseElsewhere(caller, place);
  const reason = (await wordsOf(platform, place)).printer.drawerTest;
  await atomically(db, async tx => {
    if (!opensByNetwork(await listDevices(tx, place))) {
      throw conflict('NO_PRINTER', 'No network printer opens this drawer; test it at the till.');
    }
    await openDrawer(tx, { ...place, operatorId: caller.userId, reason, now: clock.now() });
  });
  return { outcome: 'opening' };
}

/** Nobody opens the drawer of a colleague, or covers the sale on their display. */
function refuseElsewhere(caller: Staff, { terminalId }: Place): void {
  if (caller.till?.terminalId === terminalId || can(caller, 'store.settings')) return;
  throw forbidden('Test the devices of another till there, or ask a manager.', 'TERMINAL_REQUIRED');
}

/** The display shows the next change of the sale in its place. */
async function showTest(platform: Platform, caller: Staff, place: Place): Promise<Tested> {
  refuseElsewhere(caller, place);
  const store = await findStore(platform.db, place.storeId);
  const { printer } = await wordsOf(platform, place);
  const amount = formatMoney(0, store?.currency ?? 'USD');
  await showBasket(platform, caller, place, {
    step: 'basket',
    lines: [{ name: printer.displayTest, quantity: '1', amount }],
    total: amount,
    due: amount,
  });
  return { outcome: 'shown' };
}

async function wordsOf({ db }: Platform, { storeId }: Place) {
  const store = await findStore(db, storeId);
  return textsIn(store === undefined ? 'en' : storeLanguage(store));
}
