import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Route, Router, Switch } from 'wouter';
import { OfflineBanner } from '../shared/components/offline-banner.js';
import { Loading } from '../shared/components/states.js';
import { useCartOpen } from './cart/cart-state.js';
import { CataloguePage } from './catalogue/catalogue-page.js';
import { ProductPage } from './catalogue/product-page.js';
import { Footer } from './layout/footer.js';
import { Header } from './layout/header.js';
import classes from './layout/layout.module.css';
import { LostPage } from './layout/lost-page.js';
import { ThemeStyle } from './layout/theme-style.js';
import { focusMain, useScrollReset } from './layout/use-scroll-reset.js';
import { Notices } from './parts/notices.js';
import { useLatch } from './parts/use-latch.js';
import { NeedsSession, NeedsStore, StoreScope } from './session/store.js';
import { useT } from './texts/index.js';

/** Pages that few visitors open are chunks of their own. */
const named = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): ComponentType =>
  lazy(async () => {
    const Page: ComponentType = (await load())[name];
    return { default: Page };
  });

const LegalPage = lazy(async () => ({
  default: (await import('./legal/legal-page.js')).LegalPage,
}));

/** A page about the shopper or the cart. */
const own = (Page: ComponentType): ComponentType =>
  function OwnPage() {
    return (
      <NeedsSession>
        <Page />
      </NeedsSession>
    );
  };

const passwords = () => import('./account/password-pages.js');
const AccountPage = own(named(() => import('./account/account-page.js'), 'AccountPage'));
const BankPage = own(named(() => import('./checkout/bank-page.js'), 'BankPage'));
const CodeLoginPage = own(named(() => import('./account/code-login-page.js'), 'CodeLoginPage'));
const CartDrawer = named(() => import('./cart/cart-drawer.js'), 'CartDrawer');
const RestoreCartPage = named(() => import('./cart/restore-page.js'), 'RestoreCartPage');
const StopReminderPage = named(() => import('./cart/stop-reminder-page.js'), 'StopReminderPage');
const CartPage = own(named(() => import('./cart/cart-page.js'), 'CartPage'));
const ContinuePage = named(() => import('./checkout/continue-page.js'), 'ContinuePage');
const DeleteAccountPage = named(
  () => import('./account/delete-account-page.js'),
  'DeleteAccountPage',
);
const DetailsPage = own(named(() => import('./checkout/details-page.js'), 'DetailsPage'));
const ExpressPage = own(named(() => import('./checkout/express-page.js'), 'ExpressPage'));
const ForgotPasswordPage = named(passwords, 'ForgotPasswordPage');
const GiftCardPage = named(() => import('./account/gift-card-page.js'), 'GiftCardPage');
const LinkedStore = named(() => import('./session/linked-store.js'), 'LinkedStore');
const LoginPage = own(named(() => import('./account/login-page.js'), 'LoginPage'));
const NewPasswordPage = named(passwords, 'NewPasswordPage');
const OrderPage = named(() => import('./orders/order-page.js'), 'OrderPage');
const OrdersPage = own(named(() => import('./orders/orders-page.js'), 'OrdersPage'));
const OwnOrderPage = lazy(async () => ({
  default: (await import('./orders/own-order-page.js')).OwnOrderPage,
}));
const PayPage = own(named(() => import('./checkout/pay-page.js'), 'PayPage'));
const RegisterPage = own(named(() => import('./account/register-page.js'), 'RegisterPage'));
const ThanksPage = own(named(() => import('./orders/thanks-page.js'), 'ThanksPage'));
const UnsubscribePage = named(() => import('./account/unsubscribe-page.js'), 'UnsubscribePage');

function StorePages(): ReactNode {
  return (
    <NeedsStore>
      <LaterLinkedStore />
      <Switch>
        <Route path="/" component={CataloguePage} />
        <Route path="/p/:slug">{({ slug }) => <ProductPage slug={slug} />}</Route>
        <Route path="/legal/:kind">{({ kind }) => <LegalPage kind={kind} />}</Route>
        <Route path="/cart" component={CartPage} />
        <Route path="/checkout" component={DetailsPage} />
        <Route path="/checkout/express" component={ExpressPage} />
        <Route path="/checkout/pay" component={PayPage} />
        <Route path="/checkout/bank" component={BankPage} />
        <Route path="/thanks" component={ThanksPage} />
        <Route path="/gift-card" component={GiftCardPage} />
        <Route path="/login" component={LoginPage} />
        <Route path="/register" component={RegisterPage} />
        <Route path="/login-code" component={CodeLoginPage} />
        <Route path="/account" component={AccountPage} />
        <Route path="/orders" component={OrdersPage} />
        <Route path="/orders/:number">
          {({ number }) => (
            <NeedsSession>
              <OwnOrderPage number={number} />
            </NeedsSession>
          )}
        </Route>
        <Route>{() => <LostPage />}</Route>
      </Switch>
      <LaterDrawer />
    </NeedsStore>
  );
}

/** Loads when the page was opened by a link that names a store. */
function LaterLinkedStore(): ReactNode {
  const [isLinked, setLinked] = useState(false);
  // After the first drawing, which is the same here and at the service.
  useEffect(() => setLinked(new URLSearchParams(location.search).has('store')), []);
  return isLinked ? (
    <Suspense>
      <LinkedStore />
    </Suspense>
  ) : null;
}

/** The drawer loads when it opens for the first time. */
function LaterDrawer(): ReactNode {
  const isOpen = useCartOpen();
  const isUsed = useLatch(isOpen);
  return isUsed ? (
    <Suspense>
      <CartDrawer />
    </Suspense>
  ) : null;
}

function Frame(): ReactNode {
  const t = useT();
  useScrollReset();
  return (
    <div className={classes.page}>
      <ThemeStyle />
      <button type="button" className={classes.skip} onClick={focusMain}>
        {t('shop.skip')}
      </button>
      <OfflineBanner>{t('shop.offline')}</OfflineBanner>
      <Header />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/order" component={OrderPage} />
            <Route path="/continue" component={ContinuePage} />
            <Route path="/delete-account" component={DeleteAccountPage} />
            <Route path="/unsubscribe" component={UnsubscribePage} />
            <Route path="/cart/restore" component={RestoreCartPage} />
            <Route path="/cart/stop-reminder" component={StopReminderPage} />
            <Route path="/forgot-password" component={ForgotPasswordPage} />
            <Route path="/reset-password" component={NewPasswordPage} />
            <Route component={StorePages} />
          </Switch>
        </Suspense>
      </main>
      <Footer />
      <Notices />
    </div>
  );
}

/** `path` and `search` are given where the service draws the page. */
export function Shop({ path, search }: { path?: string; search?: string }): ReactNode {
  return (
    <Router base="/app/shop" ssrPath={path} ssrSearch={search}>
      <StoreScope>
        <Frame />
      </StoreScope>
    </Router>
  );
}
