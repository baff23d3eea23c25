import type { Domain } from '../domain.js';
import { loadCodeKeys } from './codes/load-code-keys.js';
import { jobs, schedules } from './jobs.js';
import { routes } from './routes.js';

export { hashesOfCode } from './codes/code-hash.js';
export { guardCodes } from './codes/guard-codes.js';
export {
  balancesOfCustomer,
  creditsOfCustomer,
} from './customer-repository.js';
export { pointsExpiry } from './expiry-repository.js';
export { type GiftCardLine, type LoadedCard, loadGiftCards } from './gift-cards/load-gift-cards.js';
export { revealGiftCards } from './gift-cards/reveal-gift-cards.js';
export { saveCard } from './gift-cards/save-card.js';
export {
  type CardOfCustomer,
  cardsOfCustomer,
  deleteSavedCard,
  deleteSavedCards,
  moveSavedCards,
} from './gift-cards/saved-card-repository.js';
export { type ReturnedLine, unloadGiftCards } from './gift-cards/unload-gift-cards.js';
export { giveBackValue } from './give-back-value.js';
export { holdValue, releaseHold, spendHold } from './holds.js';
export { valueInvariants } from './invariant-repository.js';
export { issueStoreCredit } from './issue-store-credit.js';
export { expiredPointsOfSale } from './points/expired-points.js';
export { expiringPoints } from './points/expiring-points.js';
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
export {
  ACCOUNT_KINDS,
  HASHED_KINDS,
  isUsable,
  maskedCode,
  paysByHashedCode,
  paysByValue,
  storedCreditCode,
  withoutCodes,
} from './rules.js';

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
