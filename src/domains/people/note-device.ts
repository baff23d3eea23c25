import type { Tx } from '../../platform/database/tx.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import type { Platform } from '../../platform/platform.js';
import type { Device } from './device.js';
import { rememberDevice } from './device-repository.js';

/**
 * Mails a person whose account was opened from a device it was never opened from. The first device
 * of an account is no news.
 */
export async function noteDevice(
  tx: Tx,
  platform: Platform,
  user: { id: string; email: string | null },
  device: Device,
): Promise<void> {
  const { config, clock } = platform;
  const now = clock.now();
  const { known, hadDevices } = await rememberDevice(tx, user.id, device.marks, now);
  if (known > 0 || !hadDevices || user.email === null) return;
  await queueMail(tx, platform, {
    to: user.email,
    purpose: 'new-device',
    subject: 'A new device logged in to your account',
    text: [
      `Somebody logged in to your account at ${config.publicUrl}/ from a device we have not seen before.`,
      '',
      `When: ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      `Device: ${device.userAgent === '' ? 'unknown' : device.userAgent}`,
      '',
      'If it was you, there is nothing to do.',
      'If it was not you, change your password: that ends all logins.',
    ].join('\n'),
  });
}
