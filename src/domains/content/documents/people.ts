import { addUser, saveUser, userById } from '../../people/index.js';
import { onCreate, outbound, outboundOnly, references, text } from './fields.js';
import { type Kind, type Saving, SkipDocument } from './kind.js';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Editors change names and phone numbers. Roles, stores, logins and PINs are managed here only. */
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
    onCreate(text('email', 'email', { max: 254, nullable: true, pattern: EMAIL })),
    outbound('role', 'role'),
    outbound('employeeNumber', 'employee_number'),
    outbound('isActive', 'is_active'),
    outboundOnly(references('stores', 'store_ids', 'store')),
  ],
  save: async ({ tx, platform }, id, change, type) => {
    const found = id === undefined ? undefined : await userById(tx, id);
    if (found !== undefined) return (await saveUser(tx, platform, found, change)).id;
    if (type === 'userEmployee' || type === 'userManager')
      throw new SkipDocument('staff_created_here');
    return (await addUser(tx, platform, { ...change, role: 'customer' })).id;
  },
  retire,
};

/** Never deactivates an admin: deleting a document must not lock out the last one. */
async function retire({ tx, platform }: Saving, id: string): Promise<void> {
  const found = await userById(tx, id);
  if (found === undefined || found.role === 'admin') throw new SkipDocument('owned_here');
  await saveUser(tx, platform, found, { is_active: false });
}

export const peopleKinds: readonly Kind[] = [user];
