import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import { can, type Staff, storeScope } from '../../access/index.js';
import { findStore } from '../../stores/index.js';
import { listUsers, type User } from '../repository.js';
import { refuseCustomer } from '../rules.js';
import type { UserQuery } from '../schemas.js';

/** The users that the caller may see, newest first. */
export async function findUsers(
  { db }: Platform,
  actor: Staff,
  query: Static<typeof UserQuery>,
  beforeId: string | undefined,
  limit: number,
): Promise<User[]> {
  const storeIds = storeScope(actor);
  const seesCustomers = can(actor, 'customer.read');
  const asked = query.role === 'customer' || query.staff === false;
  const refusal = asked ? refuseCustomer(actor, ['customer'], 'customer.read') : undefined;
  if (refusal) throw refusal;
  const store = query.store === undefined ? undefined : await findStore(db, query.store);
  if (query.store !== undefined && store === undefined) return [];
  return listUsers(
    db,
    {
      role: query.role,
      isStaff: seesCustomers ? query.staff : true,
      storeId: store?.id,
      isActive: query.is_active,
      search: query.search,
      scope: storeIds && { storeIds, self: actor.userId },
    },
    beforeId,
    limit,
  );
}
