import type { Domain } from '../domain.js';
import { jobs, schedules } from './jobs.js';
import { loadCodeKeys } from './load-code-keys.js';
import { routes } from './routes.js';

export { hashesOfCode } from './code-hash.js';
export {
  balancesOfCustomer,
  creditsOfCustomer,
} from './customer-repository.js';
export { expiredPointsOfSale } from './expired-points.js';
export { expiringPoints } from './expiring-points.js';
export { pointsExpiry } from './expiry-repository.js';
export { giveBackValue } from './give-back-value.js';
export { guardCodes } from './guard-codes.js';
export { holdValue, releaseHold, spendHold } from './holds.js';
export { valueInvariants } from './invariant-repository.js';
export { issueStoreCredit } from './issue-store-credit.js';
export { type GiftCardLine, type LoadedCard, loadGiftCards } from './load-gift-cards.js';
export { eraseReasons, moveCredits, movePoints } from './privacy-repository.js';
export {
  creditsOfReturns,
  hasLoadedCards,
  insertEntry as postEntry,
  type PayingAccount,
  type PaymentCodes,
  payingAccount,
  payingAccountSql,
  pointsAccountOf,
  pointsAccountSql,
  pointsOf,
  type StoreCredit,
  spendValueSql,
} from './repository.js';
export { revealGiftCards } from './reveal-gift-cards.js';
export {
  ACCOUNT_KINDS,
  HASHED_KINDS,
  isUsable,
  maskedCode,
  paysByHashedCode,
  paysByValue,
  storedCreditCode,
} from './rules.js';
export { saveCard } from './save-card.js';
export {
  type CardOfCustomer,
  cardsOfCustomer,
  deleteSavedCard,
  deleteSavedCards,
  moveSavedCards,
} from './saved-card-repository.js';
export { type ReturnedLine, unloadGiftCards } from './unload-gift-cards.js';

export const storedValue: Domain = {
  name: 'stored-value',
  routes: { office: routes },
  jobs,
  schedules,
  start: async platform => {
    await loadCodeKeys(platform);
    return async () => undefined;
  },
};
