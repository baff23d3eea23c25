import type { Domain } from '../domain.js';
import { consumers } from './consumers.js';
import { routes } from './routes.js';

export { announceReturn } from './announce-return.js';
export { cancelGoods } from './cancel-goods.js';
export { settleReturn } from './complete-return.js';
export { createReturn, returnableSale } from './create-return.js';
export { returnCreated, returnUpdated } from './events.js';
export { returnInvariants } from './invariant-repository.js';
export { moveReturn } from './move-return.js';
export { presentReturn } from './present.js';
export { eraseInReturnReasons, eraseReturnNotes } from './privacy-repository.js';
export {
  linesOfReturns,
  linkExchange,
  type ReturnRow,
  refundsOfReturns,
  returnOfExchange,
  returnOfRefund,
  returnsOfSale,
} from './repository.js';
export { RETURN_STATUSES, USUAL_REASONS } from './rules.js';
export { Reason as ReturnReason, ReturnAnswer } from './schemas.js';
export { takeIn } from './take-in.js';
export { valueOfGoods } from './value-of-goods.js';

export const returns: Domain = { name: 'returns', routes: { office: routes }, consumers };
