export { issueStoreCredit, type NewStoreCredit } from './issue-store-credit.js';
export {
  creditsOfReturns,
  giveBackStoreCredit,
  type StoreCredit,
  spendCreditSql,
  storeCreditByCode,
} from './repository.js';
