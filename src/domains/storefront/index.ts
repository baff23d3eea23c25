import type { Domain } from '../domain.js';
import { checkRoutes } from './carts/check-routes.js';
import * as checkout from './checkout/index.js';
import { consumers } from './consumers.js';
import { jobs, schedules } from './jobs.js';
import { legalDeskRoutes } from './legal/routes.js';
import { routes } from './routes.js';
import { searchDeskRoutes } from './search/desk-routes.js';
import { warmUp } from './search/memory/warm-up.js';
import { themeDeskRoutes } from './theme/routes.js';

export { listOnlineMethods } from './account/list-online-methods.js';
export { deleteRemindersOf } from './alerts/reminder-repository.js';
export { deleteAlertsOf } from './alerts/repository.js';
export { addToCart } from './carts/add-to-cart.js';
export { clearCart } from './carts/clear-cart.js';
export type { PricedCart } from './carts/price-cart.js';
export { type PricedDelivery, priceDelivery, priceDigital } from './carts/price-delivery.js';
export { unknownSkus } from './carts/remembered-goods.js';
export type { CartRef } from './carts/repository.js';
export { showCart } from './carts/show-cart.js';
export { type ShownProduct, showProducts } from './catalogue/show-products.js';
export { cancelCheckout } from './checkout/cancel-checkout.js';
export { checkChallenge } from './checkout/challenge/check-challenge.js';
export { completeCheckout } from './checkout/complete-checkout.js';
export { checkoutInvariants, settleIntent } from './checkout/index.js';
export { initiateCheckout } from './checkout/initiate-checkout.js';
export { CHECKOUT_FORMS } from './checkout/jobs.js';
export { receiptToken } from './checkout/order/receipt-token.js';
export { eraseCheckouts, isPaying } from './checkout/privacy-repository.js';
export {
  type Checkout,
  checkoutById,
  checkoutOfCart,
  type OwnedCheckout,
  ownedCheckout,
} from './checkout/repository.js';
export type { CheckoutForm, CompleteReply } from './checkout/schemas.js';
export { CART_REMINDERS, SEARCHES, STOCK_ALERTS } from './jobs.js';
export { LEGAL_TEXTS_SECTION } from './legal/section.js';
export {
  type BuiltPage,
  buildPage,
  type Moved,
  type PageRequest,
  type PageState,
} from './pages/build-page.js';
export { cartFormRoutes } from './pages/cart-forms.js';
export { createFeed } from './pages/feed.js';
export { gtinOf } from './pages/feed-rules.js';
export { maySearch } from './pages/limit-searches.js';
export { createPageCache } from './pages/page-cache.js';
export { type DrawnWords, embedded } from './pages/page-head.js';
export { pathOf, planPage } from './pages/plan-page.js';
export { productHead } from './pages/product-head.js';
export { createReadArrival, rememberArrival } from './pages/read-arrival.js';
export { brandNames, idsOnSaleAfter } from './pages/repository.js';
export { robots, sitemap } from './pages/sitemap.js';
export { isMiss, recordMiss } from './search/record-miss.js';
export { type ShopSearch, searchProducts } from './search/search-products.js';
export { createSession } from './sessions/create-session.js';
export { EMPTY_THEME } from './theme/rules.js';
export { saveThemeOfDocument } from './theme/save-theme-of-document.js';

export const storefront: Domain = {
  name: 'storefront',
  routes: {
    shop: routes,
    office: (app, platform) => {
      checkRoutes(app, platform);
      searchDeskRoutes(app, platform);
      legalDeskRoutes(app, platform);
      themeDeskRoutes(app, platform);
    },
  },
  consumers: [...consumers, ...checkout.consumers],
  queues: checkout.queues,
  jobs: [...jobs, ...checkout.jobs],
  schedules: [...schedules, ...checkout.schedules],
  start: warmUp,
};
