export {
  type Authenticate,
  countRefusedSignatures,
  createGuard,
  office,
  officeOrLoopback,
  requireOwnOrigin,
  staff,
  till,
} from './guard.js';
export {
  can,
  keyScope,
  maySee,
  type Principal,
  principalOf,
  type Staff,
  seesAnyOf,
  staffOf,
  storeScope,
} from './principal.js';
export { outranks, type Permission, ROLES, type Role, roleHolds } from './roles.js';
