import type { Domain } from '../domain.js';
import { daily, schedules, startCampaigns } from './jobs.js';
import { routes } from './routes.js';

export { abTestById } from './ab-tests/repository.js';
export { variantFor } from './ab-tests/rules.js';
export { saveAbTest } from './ab-tests/save-test.js';
export { measureLift } from './campaigns/measure-lift.js';
export {
  campaignById,
  campaignsToMeasure,
  countActiveCampaigns,
  type LiftWindows,
} from './campaigns/repository.js';
export type { SalesFigures } from './campaigns/rules.js';
export { saveCampaign } from './campaigns/save-campaign.js';

export { codeById, codeByText } from './codes/repository.js';
export { normalizeCode } from './codes/rules.js';
export { saveCode } from './codes/save-code.js';
export { ValidateAnswer, ValidateBody } from './codes/schemas.js';
export { type CartToPrice, validateCode } from './codes/validate-code.js';

export { StorePromotion } from './records/schemas.js';
export { activePromotions } from './selling/active-promotions.js';
export { promotionInvariants } from './selling/invariant-repository.js';
export { moveUses } from './selling/move-uses.js';
export { eraseUses } from './selling/privacy-repository.js';
export { type Conversions, recordConversions } from './selling/record-conversions.js';
export { recordImpressions } from './selling/record-impressions.js';
export { releasePromotions } from './selling/release-promotions.js';
export { rememberedPromotions } from './selling/remembered-promotions.js';

export { runningPromotions } from './selling/running-promotions.js';
export { spendBudgets } from './selling/spend-budgets.js';
export { storePromotions } from './selling/store-promotions.js';
export { type CodeUse, usePromoCode } from './selling/use-promo-code.js';

export { throttle } from './throttle.js';

export const promotions: Domain = {
  name: 'promotions',
  routes: { office: routes },
  jobs: [daily, startCampaigns],
  schedules,
};
