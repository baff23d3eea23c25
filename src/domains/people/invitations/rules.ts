import { addMs, DAY_MS } from '../../../platform/clock.js';
import { conflict } from '../../../platform/http/failure.js';
import type { User } from '../repository.js';

export const INVITATION_MS = 7 * DAY_MS;

type Invited = Pick<User, 'email' | 'has_password' | 'is_active'>;

/** Active people without a password, whose address is known. */
export const mayBeInvited = (user: Invited): boolean =>
  user.is_active && !user.has_password && user.email !== null;

/** The address of a person who may be invited; throws for anybody else. */
export function invitedAddress({ email, has_password: hasPassword, is_active }: Invited): string {
  if (!is_active) throw conflict('PERSON_INACTIVE', 'This person is deactivated.');
  if (hasPassword) throw conflict('HAS_PASSWORD', 'This person has a password already.');
  if (email === null) throw conflict('NO_EMAIL', 'This person has no e-mail address.');
  return email;
}

/** The last invitation while it is not accepted; a change of address or rights withdraws it. */
export const presentInvitation = ({ has_password, invited_at }: User) =>
  has_password || invited_at === null
    ? null
    : {
        sent_at: invited_at.toISOString(),
        expires_at: addMs(invited_at, INVITATION_MS).toISOString(),
      };
