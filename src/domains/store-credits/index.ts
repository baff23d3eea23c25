export { issueStoreCredit } from './issue-store-credit.js';
export {
  creditsOfReturns,
  refundToStoreCredit,
  type StoreCredit,
  spendCreditSql,
  storeCreditByCode,
} from './repository.js';
export { maskedCode } from './rules.js';
