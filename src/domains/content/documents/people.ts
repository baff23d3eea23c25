import { saveUser, userById } from '../../people/index.js';
import { fact, once, ours, references, text } from './fields.js';
import { type Kind, Passed, type Saving } from './kind.js';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Editors write what people are called. Roles, stores, logins and PINs are given here only. */
const user: Kind = {
  name: 'user',
  modelType: 'User',
  type: ({ role }) =>
    role === 'customer'
      ? 'userCustomer'
      : role === 'manager' || role === 'admin'
        ? 'userManager'
        : 'userEmployee',
  prefix: 'user',
  required: ['email'],
  fields: [
    text('firstName', 'first_name', { max: 150 }),
    text('lastName', 'last_name', { max: 150 }),
    text('phone', 'phone', { max: 50 }),
    once(text('email', 'email', { max: 254, nullable: true, pattern: EMAIL })),
    fact('role', 'role'),
    fact('employeeNumber', 'employee_number'),
    fact('isActive', 'is_active'),
    ours(references('stores', 'store_ids', 'store')),
  ],
  save: async ({ tx, platform }, id, change, type) => {
    if (id === undefined) {
      if (type === 'userEmployee' || type === 'userManager') throw new Passed('staff_created_here');
      return (await saveUser(tx, platform, undefined, { ...change, role: 'customer' })).id;
    }
    return (await saveUser(tx, platform, await userById(tx, id), change)).id;
  },
  retire,
};

/** Whoever deletes a document over there must not be able to lock the last admin out here. */
async function retire({ tx, platform }: Saving, id: string): Promise<void> {
  const found = await userById(tx, id);
  if (found === undefined || found.role === 'admin') throw new Passed('owned_here');
  await saveUser(tx, platform, found, { is_active: false });
}

export const peopleKinds: readonly Kind[] = [user];
