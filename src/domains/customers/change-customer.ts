import { atomically } from '../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { changeLogin, lockUser, proofOfColleague, type User } from '../people/index.js';
import { countryOf } from './country-of.js';
import { type CustomerInput, refusePriceFields, toColumns } from './customer-input.js';
import { findCustomer } from './find-customer.js';
import { refuseKnownContact } from './refuse-known-contact.js';
import { refuseNewAddress } from './refuse-new-address.js';

/** A new address has to be verified again before guest orders with it become the customer's. */
export async function changeCustomer(
  platform: Platform,
  caller: Staff,
  id: string,
  input: CustomerInput,
): Promise<User> {
  refusePriceFields(caller, input);
  const country = await countryOf(platform, caller, undefined);
  const columns = toColumns(input, { country, now: platform.clock.now() });
  return atomically(platform.db, async tx => {
    const { id: current } = await findCustomer(tx, id);
    const customer = await lockUser(tx, current);
    if (customer === undefined) throw notFound('Customer');
    if (customer.erased_at !== null) throw erased();
    await refuseKnownContact(tx, columns, customer.id);
    if (!nameAfter(customer, columns)) throw invalidField('name', 'A customer needs a name.');
    const isNewMail =
      columns.email !== undefined && columns.email?.toLowerCase() !== customer.email?.toLowerCase();
    if (isNewMail) await refuseNewAddress(tx, platform, caller, customer);
    const change = {
      ...keepConsentTimes(customer, columns),
      ...(isNewMail && { email_verified_at: null }),
    };
    const proof = proofOfColleague(caller, customer);
    return changeLogin(tx, platform, customer, change, proof);
  });
}

export const erased = () =>
  conflict('CUSTOMER_ERASED', 'The data of this customer was erased; create a new customer.');

type Columns = ReturnType<typeof toColumns>;

const nameAfter = (customer: User, columns: Columns): boolean =>
  `${columns.first_name ?? customer.first_name}${columns.last_name ?? customer.last_name}`.trim() !==
  '';

/** A consent that stands keeps the time at which it was given. */
function keepConsentTimes(customer: User, columns: Columns): Columns {
  const { mail_consent_at: mail, phone_consent_at: phone } = columns;
  return {
    ...columns,
    ...(mail && customer.mail_consent_at && { mail_consent_at: customer.mail_consent_at }),
    ...(phone && customer.phone_consent_at && { phone_consent_at: customer.phone_consent_at }),
  };
}
