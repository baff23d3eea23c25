import type { Tx } from '../../../platform/database/tx.js';
import { DEFAULT_LANGUAGE } from '../../../platform/language.js';
import { queueMail } from '../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../platform/platform.js';
import type { Role } from '../../access/index.js';
import { mailPlace, placeOfAccount } from '../account-store.js';
import { userById } from '../repository.js';
import type { Device } from './device.js';
import { newDeviceMail } from './new-device-mail.js';
import { rememberDevice, rememberLanguage } from './repository.js';

/**
 * Mails a person about a login from an unknown device. The mail has the language of the known
 * devices, because a stranger's device must not choose it. The first device of an account causes no
 * mail.
 */
export async function noteDevice(
  tx: Tx,
  platform: Platform,
  user: { id: string; role: Role; email: string | null },
  device: Device,
): Promise<void> {
  const { config, clock } = platform;
  const now = clock.now();
  const { known, hadDevices } = await rememberDevice(tx, user.id, device.marks, now);
  if (known > 0 || !hadDevices) {
    if (device.language !== undefined) await rememberLanguage(tx, user.id, device.language);
    return;
  }
  if (user.email === null) return;
  const account = await userById(tx, user.id);
  const mail = newDeviceMail({
    to: user.email,
    role: user.role,
    language: account?.language ?? DEFAULT_LANGUAGE,
    publicUrl: config.publicUrl,
    place: account ? await placeOfAccount(tx, config, account) : mailPlace(config, undefined),
    userAgent: device.userAgent,
    address: device.address,
    at: now,
  });
  await queueMail(tx, platform, mail);
}
