import { conflict, type Failure } from '../../platform/http/failure.js';

export const switchedOff = (): Failure =>
  conflict('INVALID_STATE', 'This endpoint is switched off.', { is_active: false });
