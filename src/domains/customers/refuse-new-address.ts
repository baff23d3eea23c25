import type { Reader } from '../../platform/database/tx.js';
import { forbidden } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { can, type Staff } from '../access/index.js';
import type { User } from '../people/index.js';
import { balancesOfCustomer } from '../stored-value/index.js';
import { refuseSharedCustomer } from './refuse-shared-customer.js';

/**
 * A person who reads the mails of a customer can sign in to the shop as that customer and spend
 * the store credit, which a till takes only with its code. A cashier could enter an own address,
 * so the address of an account or of a customer with store credit needs a manager of customers.
 */
export async function refuseNewAddress(
  reader: Reader,
  { clock }: Platform,
  caller: Staff,
  customer: User,
): Promise<void> {
  const hasAccount =
    customer.has_password || customer.has_passkeys || customer.email_verified_at !== null;
  if (!hasAccount && !(await hasStoreCredit(reader, customer.id, clock.now()))) return;
  if (can(caller, 'customer.manage')) return refuseSharedCustomer(reader, caller, [customer.id]);
  throw forbidden(
    'This customer has an account in the shop or store credit; a manager changes the e-mail address.',
    'EMAIL_OF_ACCOUNT',
  );
}

const hasStoreCredit = async (reader: Reader, id: string, now: Date): Promise<boolean> =>
  (await balancesOfCustomer(reader, id, now)).some(({ kind }) => kind === 'store_credit');
