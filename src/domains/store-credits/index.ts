export { issueStoreCredit, type NewStoreCredit } from './issue-store-credit.js';
export {
  creditsOfReturns,
  returnToStoreCredit,
  type StoreCredit,
  spendCreditSql,
  storeCreditByCode,
} from './repository.js';
