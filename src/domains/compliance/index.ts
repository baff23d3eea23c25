import type { Domain } from '../domain.js';
import { ageRoutes } from './age/routes.js';
import { jobs, schedules } from './jobs.js';
import { ownCredentialRoutes } from './kyc/own-routes.js';
import { receiverRoutes } from './kyc/receiver-routes.js';
import { credentialRoutes } from './kyc/routes.js';
import { limitRoutes } from './limits/routes.js';

export { ageVerifiedFor } from './age/age-verified-for.js';
export { areGoodsRestricted } from './are-goods-restricted.js';
export { identityVerified, kycRequired } from './kyc/identity-verified.js';
export { openCredential } from './kyc/open-credential.js';
export { checkPurchaseLimits } from './limits/check-purchase-limits.js';
export { purchaseLimitExceeded } from './limits/errors.js';
export { readLimitStatus } from './limits/read-limit-status.js';
export { rememberedLimited } from './limits/remembered-limits.js';
export { isPurchaseLimited } from './limits/repository.js';
export { customerKeyOf } from './limits/rules.js';
export { StatusAnswer, StatusQuery } from './limits/schemas.js';
export { releaseAllowance, takeAllowance } from './limits/take-allowance.js';
export { eraseChecks, moveChecks } from './privacy-repository.js';
export { restrictionsOf } from './restriction-repository.js';

export { shopperOf } from './shopper.js';

/** Identity checks, age verification and purchase limits. */
export const compliance: Domain = {
  name: 'compliance',
  routes: {
    office: (app, platform) => {
      ageRoutes(app, platform);
      limitRoutes(app, platform);
      credentialRoutes(app, platform);
      ownCredentialRoutes(app, platform);
    },
    webhook: receiverRoutes,
  },
  jobs,
  schedules,
};
