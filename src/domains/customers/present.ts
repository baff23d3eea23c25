import { presentInvitation, type User } from '../people/index.js';

type Listed = Pick<
  User,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'customer_card'
  | 'customer_group'
  | 'tax_exemption'
  | 'loyalty_points'
  | 'is_active'
  | 'created_at'
>;

/** The name, or the contact of a customer without one. */
export const nameOf = (customer: Pick<Listed, 'first_name' | 'last_name' | 'email' | 'phone'>) =>
  `${customer.first_name} ${customer.last_name}`.trim() || customer.email || customer.phone;

export const presentListed = (customer: Listed) => ({
  id: customer.id,
  name: nameOf(customer),
  first_name: customer.first_name,
  last_name: customer.last_name,
  email: customer.email,
  phone: customer.phone,
  customer_card: customer.customer_card,
  points: customer.loyalty_points,
  customer_group: customer.customer_group,
  tax_exemption: customer.tax_exemption,
  is_active: customer.is_active,
  created_at: customer.created_at.toISOString(),
});

export const presentCustomer = (customer: User) => ({
  ...presentListed(customer),
  notes: customer.customer_notes,
  consent: {
    email: customer.mail_consent_at !== null,
    email_at: customer.mail_consent_at?.toISOString() ?? null,
    phone: customer.phone_consent_at !== null,
    phone_at: customer.phone_consent_at?.toISOString() ?? null,
  },
  has_account: customer.has_password,
  invitation: presentInvitation(customer),
  email_verified: customer.email_verified_at !== null,
  erased_at: customer.erased_at?.toISOString() ?? null,
  updated_at: customer.updated_at.toISOString(),
});
