import { MINUTE_MS } from '../../../platform/clock.js';
import { type Failure, unauthenticated } from '../../../platform/http/failure.js';
import { mayResetPassword } from '../passwords/reset-rules.js';
import type { User } from '../repository.js';

export const LOGIN_CODE_MS = 10 * MINUTE_MS;
export const MAX_TRIES = 5;
/** Ten codes an hour with five tries each are 50 guesses an hour, too many for six digits. */
export const CODE_DIGITS = 8;

/** Staff log in with a password, a passkey or single sign-on. */
export const mayUseLoginCode = (
  user: Pick<User, 'role' | 'is_active' | 'has_password' | 'has_totp' | 'email'>,
): boolean => user.role === 'customer' && !user.has_totp && mayResetPassword(user);

export const wrongLoginCode = (): Failure =>
  unauthenticated('The code is wrong or has expired.', 'INVALID_CODE');
