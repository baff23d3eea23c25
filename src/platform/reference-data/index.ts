export {
  createReferenceData,
  type ReferenceData,
  type ReferenceSnapshot,
  StaleReferenceData,
  withReferenceData,
} from './reference-data.js';
