import type { Tx } from '../../platform/database/tx.js';
import { DEFAULT_LANGUAGE } from '../../platform/language.js';
import { queueMail } from '../../platform/mail/queue-mail.js';
import { renderMail } from '../../platform/mail/render-mail.js';
import type { Platform } from '../../platform/platform.js';
import { textsIn } from '../texts/index.js';
import type { User } from './repository.js';

type Change = 'totpOn' | 'totpOff' | 'passkeyAdded' | 'passkeysRemoved' | 'addressChanged';

/** Mails the owner that a way to log in has changed, in case a stranger did it. */
export async function mailOwner(
  tx: Tx,
  platform: Platform,
  user: Pick<User, 'email' | 'role' | 'language'>,
  change: Change,
): Promise<void> {
  if (user.email === null) return;
  const language = user.language ?? DEFAULT_LANGUAGE;
  const texts = textsIn(language).signIn;
  const { subject, what } = texts[change];
  const screen = user.role === 'customer' ? 'shop/account' : 'desk/devices';
  // The old address opens the account no more, so only the store can help.
  const remedy =
    change === 'addressChanged'
      ? texts.askStore
      : texts.notMine(`${platform.config.publicUrl}/app/${screen}`);
  const body = renderMail({
    language,
    before: [what],
    facts: [[texts.account, user.email]],
    after: [texts.mine, remedy],
  });
  await queueMail(tx, platform, { to: user.email, purpose: 'sign-in-changed', subject, ...body });
}
