import {
  approvalApproved,
  approvalCancelled,
  approvalConsumed,
  approvalDenied,
  approvalExpired,
  approvalRequested,
} from './approvals/events.js';
import {
  barcodePatternsChanged,
  brandDeleted,
  brandSaved,
  categoryDeleted,
  categorySaved,
  collectionDeleted,
  collectionSaved,
  productDeleted,
  productSaved,
  productTypeDeleted,
  productTypeSaved,
  variantDeleted,
  variantSaved,
} from './catalog/events.js';
import { collectionRuleSaved } from './collections/events.js';
import { credentialSaved } from './compliance/kyc/events.js';
import { countChanged } from './counts/events.js';
import { customerErased, customerMerged } from './customers/events.js';
import { fulfillmentCreated, fulfillmentUpdated } from './fulfillments/events.js';
import { inventoryChanged, inventoryLevelDeleted } from './inventory/events.js';
import {
  paymentMethodDeleted,
  paymentMethodSaved,
  paymentSaved,
  refundActionDone,
  refundActionRequired,
  refundFailed,
  refundGivenUp,
  refundSucceeded,
} from './payments/events.js';
import {
  allStoresGranted,
  blockLifted,
  customerLoggedIn,
  devicePaired,
  deviceUnpaired,
  pairingCodeMade,
  roleMapped,
  roleSaved,
  userDeleted,
  userSaved,
} from './people/events.js';
import { tilesSaved } from './pos/events.js';
import { orderDeleted, orderSaved } from './procurement/events.js';
import {
  abTestDeleted,
  abTestSaved,
  campaignDeleted,
  campaignSaved,
  promoCodeDeleted,
  promoCodeSaved,
  promotionDeleted,
  promotionSaved,
} from './promotions/events.js';
import { paymentReviewed } from './reconciliation/events.js';
import { returnCreated, returnUpdated } from './returns/events.js';
import { shiftClosed, shiftOpened } from './shifts/events.js';
import { storeCreditSaved } from './stored-value/events.js';
import { shopThemeSaved } from './storefront/theme/events.js';
import {
  jurisdictionDeleted,
  jurisdictionSaved,
  siteDeleted,
  siteSaved,
  storeDeleted,
  storeSaved,
  systemNotification,
} from './stores/events.js';
import { endpointDeleted, endpointDisabled, endpointSaved } from './subscriptions/events.js';
import { supplierDeleted, supplierSaved } from './suppliers/events.js';
import { deliveryDeleted, deliverySaved, taskDeleted, taskSaved } from './tasks/events.js';
import {
  cardPaymentUpdated,
  saleCompleted,
  saleCreated,
  saleUpdated,
  saleVoided,
} from './transactions/events.js';
import { transferChanged } from './transfers/events.js';
import { parLevelDeleted, parLevelSaved, zoneDeleted, zoneSaved } from './zones/events.js';

/** Every event of the service, lowest tier first; docs/events.md lists them in this order. */
export const events = [
  storeSaved,
  storeDeleted,
  siteSaved,
  siteDeleted,
  jurisdictionSaved,
  jurisdictionDeleted,
  systemNotification,
  userSaved,
  userDeleted,
  allStoresGranted,
  blockLifted,
  roleMapped,
  roleSaved,
  customerLoggedIn,
  pairingCodeMade,
  devicePaired,
  deviceUnpaired,
  barcodePatternsChanged,
  productSaved,
  productDeleted,
  variantSaved,
  variantDeleted,
  categorySaved,
  categoryDeleted,
  brandSaved,
  brandDeleted,
  productTypeSaved,
  productTypeDeleted,
  collectionSaved,
  collectionDeleted,
  inventoryChanged,
  inventoryLevelDeleted,
  shiftOpened,
  shiftClosed,
  paymentMethodSaved,
  paymentMethodDeleted,
  paymentSaved,
  refundSucceeded,
  refundFailed,
  refundGivenUp,
  refundActionRequired,
  refundActionDone,
  taskSaved,
  taskDeleted,
  deliverySaved,
  deliveryDeleted,
  supplierSaved,
  supplierDeleted,
  collectionRuleSaved,
  orderSaved,
  orderDeleted,
  transferChanged,
  zoneSaved,
  zoneDeleted,
  parLevelSaved,
  parLevelDeleted,
  countChanged,
  approvalRequested,
  approvalApproved,
  approvalDenied,
  approvalCancelled,
  approvalExpired,
  approvalConsumed,
  campaignSaved,
  campaignDeleted,
  promotionSaved,
  promotionDeleted,
  promoCodeSaved,
  promoCodeDeleted,
  abTestSaved,
  abTestDeleted,
  credentialSaved,
  saleCreated,
  saleUpdated,
  saleCompleted,
  saleVoided,
  cardPaymentUpdated,
  paymentReviewed,
  returnCreated,
  returnUpdated,
  storeCreditSaved,
  fulfillmentCreated,
  fulfillmentUpdated,
  tilesSaved,
  shopThemeSaved,
  endpointSaved,
  endpointDeleted,
  endpointDisabled,
  customerMerged,
  customerErased,
] as const;

export type EventName = (typeof events)[number]['event'];
