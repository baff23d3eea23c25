import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, Route, Router, Switch } from 'wouter';
import { OfflineBanner } from '../shared/components/offline-banner.js';
import { Empty } from '../shared/components/states.js';
import { AccountPage } from './account/account-page.js';
import { CodeLoginPage } from './account/code-login-page.js';
import { DeleteAccountPage } from './account/delete-account-page.js';
import { LoginPage } from './account/login-page.js';
import { ForgotPasswordPage, NewPasswordPage } from './account/password-pages.js';
import { RegisterPage } from './account/register-page.js';
import { UnsubscribePage } from './account/unsubscribe-page.js';
import { CartDrawer, CartPage } from './cart/cart-drawer.js';
import { CataloguePage } from './catalogue/catalogue-page.js';
import { ProductPage } from './catalogue/product-page.js';
import { BankPage } from './checkout/bank-page.js';
import { DetailsPage } from './checkout/details-page.js';
import { PayPage } from './checkout/pay-page.js';
import { Footer } from './layout/footer.js';
import { Header } from './layout/header.js';
import classes from './layout/layout.module.css';
import { focusMain, useScrollReset } from './layout/use-scroll-reset.js';
import { OrderPage } from './orders/order-page.js';
import { OrdersPage } from './orders/orders-page.js';
import { OwnOrderPage } from './orders/own-order-page.js';
import { ThanksPage } from './orders/thanks-page.js';
import { NeedsStore, StoreScope } from './session/store.js';
import { useT } from './texts/index.js';

function NotFound(): ReactNode {
  const t = useT();
  return (
    <Empty
      title={t('lost.title')}
      text={t('lost.text')}
      action={
        <Button component={Link} href="/" variant="light">
          {t('catalogue.all')}
        </Button>
      }
    />
  );
}

function StorePages(): ReactNode {
  return (
    <NeedsStore>
      <Switch>
        <Route path="/" component={CataloguePage} />
        <Route path="/p/:slug">{({ slug }) => <ProductPage slug={slug} />}</Route>
        <Route path="/cart" component={CartPage} />
        <Route path="/checkout" component={DetailsPage} />
        <Route path="/checkout/pay" component={PayPage} />
        <Route path="/checkout/bank" component={BankPage} />
        <Route path="/thanks" component={ThanksPage} />
        <Route path="/login" component={LoginPage} />
        <Route path="/register" component={RegisterPage} />
        <Route path="/account" component={AccountPage} />
        <Route component={NotFound} />
      </Switch>
      <CartDrawer />
    </NeedsStore>
  );
}

function Frame(): ReactNode {
  const t = useT();
  useScrollReset();
  return (
    <div className={classes.page}>
      <button type="button" className={classes.skip} onClick={focusMain}>
        {t('shop.skip')}
      </button>
      <OfflineBanner>{t('shop.offline')}</OfflineBanner>
      <Header />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Switch>
          <Route path="/order" component={OrderPage} />
          <Route path="/login-code" component={CodeLoginPage} />
          <Route path="/orders" component={OrdersPage} />
          <Route path="/orders/:number">{({ number }) => <OwnOrderPage number={number} />}</Route>
          <Route path="/delete-account" component={DeleteAccountPage} />
          <Route path="/unsubscribe" component={UnsubscribePage} />
          <Route path="/forgot-password" component={ForgotPasswordPage} />
          <Route path="/reset-password" component={NewPasswordPage} />
          <Route component={StorePages} />
        </Switch>
      </main>
      <Footer />
    </div>
  );
}

export function Shop(): ReactNode {
  return (
    <Router base="/app/shop">
      <StoreScope>
        <Frame />
      </StoreScope>
    </Router>
  );
}
