export {
  type Authenticate,
  appliesToChain,
  countRefusedSignatures,
  createGuard,
  isOwnOrigin,
  office,
  officeOrScraper,
  type RecognizeDevice,
  requireOwnOrigin,
  staff,
  till,
} from './guard.js';
export {
  actorOf,
  can,
  canInChain,
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
