export { issueStoreCredit } from './issue-store-credit.js';
export { moveCredits } from './privacy-repository.js';
export {
  creditsOfReturns,
  refundToStoreCredit,
  type StoreCredit,
  spendCreditSql,
  storeCreditByCode,
} from './repository.js';
export { maskedCode } from './rules.js';
