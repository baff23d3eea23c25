/**
 * The role matrix. Each route requires one permission. Each staff role has its own permissions plus
 * those of the role below it.
 */
export const ROLES = ['cashier', 'supervisor', 'manager', 'admin', 'customer'] as const;
export type Role = (typeof ROLES)[number];
export type StaffRole = Exclude<Role, 'customer'>;

const CASHIER = [
  'store.read',
  'catalog.read',
  'stock.read',
  'sale.read',
  'sale.create',
  'payment.take',
  'payment.read',
  'approval.request',
  'drawer.open',
  'return.create',
  'fulfillment.handle',
  'task.work',
  'delivery.read',
  'promotion.read',
  'shift.work',
  'customer.read',
  'customer.write',
] as const;

const SUPERVISOR = [
  'approval.decide',
  'task.manage',
  'delivery.manage',
  'stock.count',
  'return.decide',
  'shift.review',
] as const;

const MANAGER = [
  'sale.void',
  'sale.notes',
  'refund.issue',
  'payment.review',
  'promotion.manage',
  'catalog.manage',
  'catalog.chain',
  'tax.manage',
  'stock.adjust',
  'stock.transfer',
  'user.read',
  'user.manage',
  'report.read',
  'sync.manual',
  'sync.read',
  'webhook.manage',
  'procurement.manage',
  'compliance.review',
  'task.delete',
  'store.settings',
  'customer.manage',
  'value.manage',
  'audit.read',
  'audit.verify',
  'role.manage',
  'cost.read',
] as const;

const ADMIN = ['store.manage', 'ops.read', 'ops.manage', 'customer.export_all'] as const;

export type Permission =
  | (typeof CASHIER)[number]
  | (typeof SUPERVISOR)[number]
  | (typeof MANAGER)[number]
  | (typeof ADMIN)[number];

/**
 * What makes logins, rights, keys, webhooks or settings, and what watches over the service, needs
 * an office login: a PIN has four digits and no second step.
 */
export type OfficePermission = Extract<
  Permission,
  | 'user.manage'
  | 'role.manage'
  | 'webhook.manage'
  | 'store.settings'
  | 'store.manage'
  | 'tax.manage'
  | 'audit.read'
  | 'audit.verify'
  | 'sync.read'
  | 'ops.read'
  | 'ops.manage'
>;
export type TillPermission = Exclude<Permission, OfficePermission>;

const matrix: Record<Role, ReadonlySet<Permission>> = {
  cashier: new Set<Permission>(CASHIER),
  supervisor: new Set<Permission>([...CASHIER, ...SUPERVISOR]),
  manager: new Set<Permission>([...CASHIER, ...SUPERVISOR, ...MANAGER]),
  admin: new Set<Permission>([...CASHIER, ...SUPERVISOR, ...MANAGER, ...ADMIN]),
  customer: new Set<Permission>(),
};

/** All permissions, from those of a cashier to those of an admin. */
export const PERMISSIONS: readonly Permission[] = [...CASHIER, ...SUPERVISOR, ...MANAGER, ...ADMIN];

/** A role made by an owner: some of the permissions of a built-in role, its level. */
export type OwnRole = { id: string; name: string; permissions: readonly string[] };

/** The permissions that two own roles share; null stands for all permissions of the level. */
export const commonOwnRole = (one: OwnRole | null, other: OwnRole | null): OwnRole | null =>
  one && other
    ? { ...one, permissions: one.permissions.filter(name => other.permissions.includes(name)) }
    : (one ?? other);

/** Somebody with a role. An own role replaces the permissions of its level. */
export type Holder = { role: Role; ownRole?: OwnRole | null };

/** An own role never holds more than its level, whatever the database says. */
export const holds = ({ role, ownRole }: Holder, permission: Permission): boolean =>
  roleHolds(role, permission) && (ownRole?.permissions.includes(permission) ?? true);

/** Whether somebody may act on others with this role: has all of their permissions. */
export const holdsAllOf = (holder: Holder, other: Holder): boolean =>
  PERMISSIONS.every(permission => !holds(other, permission) || holds(holder, permission));

/** These are about what every store sells, owes or did, so they need the role and every store. */
const CHAIN: ReadonlySet<Permission> = new Set<Permission>([
  'catalog.chain',
  'tax.manage',
  'audit.verify',
  'role.manage',
  'customer.export_all',
]);

export const isForChain = (permission: Permission): boolean => CHAIN.has(permission);

export const roleHolds = (role: Role, permission: Permission): boolean =>
  matrix[role].has(permission);

const RANK: Record<Role, number> = { customer: 0, cashier: 1, supervisor: 2, manager: 3, admin: 4 };

/** Equal ranks count: a manager may edit another manager, but not an admin. */
export const outranks = (role: Role, other: Role): boolean => RANK[role] >= RANK[other];
