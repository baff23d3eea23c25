export {
  createReferenceData,
  type ReferenceData,
  type ReferenceSnapshot,
  refuseOnCurrentData,
  StaleReferenceData,
  withReferenceData,
} from './reference-data.js';
export { isCurrentSql, readVersion } from './repository.js';
