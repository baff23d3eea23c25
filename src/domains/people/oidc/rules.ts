import { Failure, forbidden } from '../../../platform/http/failure.js';
import { outranks, type Role } from '../../access/index.js';
import type { User } from '../repository.js';
import { worksEverywhere } from '../rules.js';

/** Groups of the provider and the role that each gives. */
export type RoleMapping = { rolesClaim: string; roles: Readonly<Record<string, StaffRole>> };
type StaffRole = Exclude<Role, 'customer'>;

/** Who the provider says the person is. */
export type Identity = {
  issuer: string;
  subject: string;
  /** Only an address that the provider has verified. */
  email: string | null;
  /** The highest role that a group gives; null if none gives one. */
  role: StaffRole | null;
};

type Claims = Readonly<Record<string, unknown>>;

/** From the ID token, and what the provider answers about the person beside it. */
export function identityIn(
  claims: Claims & { iss: string; sub: string },
  more: Claims,
  { rolesClaim, roles }: RoleMapping,
): Identity {
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: verifiedEmail(claims) ?? verifiedEmail(more),
    role: roleOf(claims[rolesClaim] ?? more[rolesClaim], roles),
  };
}

/** `email_verified` speaks of the address in the same document only. */
const verifiedEmail = ({ email, email_verified: isVerified }: Claims): string | null =>
  typeof email === 'string' && isVerified === true ? email : null;

/** The claim is a list of groups, or a single one. */
export function roleOf(
  claim: unknown,
  roles: Readonly<Record<string, StaffRole>>,
): StaffRole | null {
  const groups = (Array.isArray(claim) ? claim : [claim]).filter(one => typeof one === 'string');
  return groups.reduce<StaffRole | null>((highest, group) => {
    const role = Object.hasOwn(roles, group) ? roles[group] : undefined;
    if (role === undefined) return highest;
    return highest === null || outranks(role, highest) ? role : highest;
  }, null);
}

type Person = Pick<User, 'role' | 'is_active' | 'store_ids'>;

/** Undefined if the person may log in with this role. */
export function refuseIdentity(
  user: Person | undefined,
  role: StaffRole | null,
): Failure | undefined {
  if (user === undefined || !user.is_active || user.role === 'customer') return noAccount();
  if (role === null) {
    return forbidden('None of your groups has a role here. Ask an administrator.', 'SSO_NO_ROLE');
  }
  // A manager without assignments works everywhere, which no group has given.
  const after = { ...user, role };
  if (role === 'manager' && worksEverywhere(after) && !worksEverywhere(user)) {
    return forbidden(
      'You are assigned to no store yet. Ask an administrator to assign you.',
      'SSO_NO_STORE',
    );
  }
  return undefined;
}

export const noAccount = (): Failure =>
  forbidden(
    'There is no active staff account with your e-mail address. Ask an administrator.',
    'SSO_NO_ACCOUNT',
  );

export const notSetUp = (): Failure =>
  new Failure('not_found', 'SSO_NOT_SET_UP', 'Single sign-on is not set up.');
