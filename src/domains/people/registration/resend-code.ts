import { addMs } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import { tooMany } from '../../../platform/http/failure.js';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { findStore } from '../../stores/index.js';
import { mailPlace } from '../account-store.js';
import { userByEmail } from '../repository.js';
import { lockPending, secondsUntil, sendCode } from './pending-registration.js';
import { updateRegistration } from './repository.js';
import { CODE_MS, resendAvailableAt } from './rules.js';

/** Sends a new code, which replaces the old one. Wrong tries stay counted. */
export async function resendCode(
  platform: Platform,
  token: string,
  language: Language = DEFAULT_LANGUAGE,
) {
  const now = platform.clock.now();
  return atomically(platform.db, async tx => {
    const registration = await lockPending(tx, token, now);
    const availableAt = resendAvailableAt(registration);
    if (availableAt === null) {
      throw tooMany(
        'No more codes for this registration; start a new one.',
        secondsUntil(registration.expires_at, now),
        'RESEND_LIMIT',
      );
    }
    if (availableAt > now) {
      throw tooMany(
        'Wait a moment before asking for another code.',
        secondsUntil(availableAt, now),
        'RESEND_TOO_SOON',
      );
    }
    const { email, store_id: storeId } = registration;
    const store = storeId === null ? undefined : await findStore(tx, storeId);
    const account = await userByEmail(tx, email);
    const recipient = {
      email,
      language: account?.language ?? language,
      place: mailPlace(platform.config, store),
    };
    const change = {
      resends: registration.resends + 1,
      last_sent_at: now,
      code_hash: await sendCode(tx, platform, registration, recipient),
      code_expires_at: addMs(now, CODE_MS),
    };
    await updateRegistration(tx, registration.token_hash, change);
    return {
      success: true as const,
      expires_at: registration.expires_at.toISOString(),
      resend_available_at: resendAvailableAt(change)?.toISOString() ?? null,
    };
  });
}
