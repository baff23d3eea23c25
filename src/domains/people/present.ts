import { presentInvitation } from './invitations/rules.js';
import type { User } from './repository.js';
import { fullName, worksEverywhere } from './rules.js';

/** The view of a user on their own account. */
export const presentAccount = (user: User) => ({
  id: user.id,
  name: fullName(user),
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone: user.phone,
  username: user.username,
  employee_number: user.employee_number,
  role: user.role,
  all_stores: worksEverywhere(user),
  loyalty_points: user.loyalty_points,
});

export const presentOwnRole = ({ own_role: own }: User) => own && { id: own.id, name: own.name };

/** The view for managers of users. */
export const presentUser = (user: User) => ({
  ...presentAccount(user),
  own_role: presentOwnRole(user),
  customer_group: user.customer_group,
  store_ids: user.store_ids,
  tax_exemption: user.tax_exemption,
  has_pin: user.has_pin,
  has_password: user.has_password,
  invitation: presentInvitation(user),
  has_totp: user.has_totp,
  has_passkeys: user.has_passkeys,
  is_active: user.is_active,
  sanity_id: user.sanity_id,
  created_at: user.created_at.toISOString(),
  updated_at: user.updated_at.toISOString(),
});
