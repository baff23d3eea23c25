import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { lockTerminal } from '../../stores/index.js';
import { type Device, deviceAt, insertDevice, type Place } from '../repository.js';
import { countDisplays, deviceWithToken, insertDisplay } from './display-repository.js';
import { tokenOfCode } from './make-code.js';

const MAX_DISPLAYS = 5;

/** Lets the display that shows this code follow the till; repeating it changes nothing. */
export async function pairDisplay(
  tx: Tx,
  platform: Platform,
  place: Place,
  code: string,
): Promise<Device> {
  const tokenHash = await tokenOfCode(platform, code);
  if (tokenHash === undefined) {
    throw invalidField('code', 'The code is wrong or has expired.', 'DISPLAY_CODE_INVALID');
  }
  await lockTerminal(tx, place.terminalId);
  const known = await deviceWithToken(tx, tokenHash);
  const own = known && (await deviceAt(tx, place, known.id));
  if (own !== undefined) return own;
  if (known !== undefined) throw pairedElsewhere();
  if ((await countDisplays(tx, place)) >= MAX_DISPLAYS) {
    throw conflict('TOO_MANY_DISPLAYS', `A till has at most ${MAX_DISPLAYS} customer displays.`);
  }
  const device = await insertDevice(tx, {
    id: newId(),
    terminal_id: place.terminalId,
    store_id: place.storeId,
    kind: 'customer_display',
    connection: 'browser',
    name: 'Customer display',
  });
  if (!(await insertDisplay(tx, device.id, tokenHash))) throw pairedElsewhere();
  return device;
}

const pairedElsewhere = () =>
  conflict('DISPLAY_PAIRED', 'This display is paired with another till already.');
