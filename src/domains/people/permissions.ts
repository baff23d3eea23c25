import { canInChain, type Permission } from '../access/index.js';
import { type Assignment, worksEverywhere } from './rules.js';

/** A record, so that the compiler reports a missing permission. */
const ALL: Record<Permission, true> = {
  'store.read': true,
  'catalog.read': true,
  'stock.read': true,
  'sale.read': true,
  'sale.create': true,
  'payment.take': true,
  'payment.read': true,
  'approval.request': true,
  'drawer.open': true,
  'return.create': true,
  'fulfillment.handle': true,
  'task.work': true,
  'delivery.read': true,
  'promotion.read': true,
  'shift.work': true,
  'customer.read': true,
  'customer.write': true,
  'approval.decide': true,
  'task.manage': true,
  'delivery.manage': true,
  'stock.count': true,
  'return.decide': true,
  'sale.void': true,
  'sale.notes': true,
  'refund.issue': true,
  'payment.review': true,
  'promotion.manage': true,
  'catalog.manage': true,
  'catalog.chain': true,
  'tax.manage': true,
  'stock.adjust': true,
  'stock.transfer': true,
  'user.read': true,
  'user.manage': true,
  'report.read': true,
  'sync.manual': true,
  'sync.read': true,
  'webhook.manage': true,
  'procurement.manage': true,
  'compliance.review': true,
  'task.delete': true,
  'shift.review': true,
  'store.settings': true,
  'customer.manage': true,
  'value.manage': true,
  'audit.read': true,
  'audit.verify': true,
  'store.manage': true,
  'ops.read': true,
  'ops.manage': true,
};

/** Screens hide the actions that a person is not permitted. */
export function permissionsOf(person: Assignment): Permission[] {
  const { role } = person;
  if (role === 'customer') return [];
  const staff = { role, stores: worksEverywhere(person) ? ('all' as const) : person.store_ids };
  return (Object.keys(ALL) as Permission[]).filter(permission => canInChain(staff, permission));
}
