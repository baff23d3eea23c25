import { anybody, justified } from '../../../platform/http/access.js';

/** For routes that begin a login or an account: a password, a code or a mailed link is the proof. */
export const beforeLogin = justified('Its caller has no login yet.', anybody);
