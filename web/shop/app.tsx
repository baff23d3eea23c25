import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, Route, Router, Switch } from 'wouter';
import { OfflineBanner } from '../shared/components/offline-banner.js';
import { Empty } from '../shared/components/states.js';
import { CartDrawer, CartPage } from './cart/cart-drawer.js';
import { CataloguePage } from './catalogue/catalogue-page.js';
import { ProductPage } from './catalogue/product-page.js';
import { Footer } from './layout/footer.js';
import { Header } from './layout/header.js';
import classes from './layout/layout.module.css';
import { focusMain, useArrival } from './layout/use-arrival.js';
import { NeedsStore, StoreScope } from './session/store.js';
import { useT } from './texts/index.js';

function Lost(): ReactNode {
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
        <Route path="/product/:slug">{({ slug }) => <ProductPage slug={slug} />}</Route>
        <Route path="/cart" component={CartPage} />
        <Route component={Lost} />
      </Switch>
      <CartDrawer />
    </NeedsStore>
  );
}

function Frame(): ReactNode {
  const t = useT();
  useArrival();
  return (
    <div className={classes.page}>
      <button type="button" className={classes.skip} onClick={focusMain}>
        {t('shop.skip')}
      </button>
      <OfflineBanner>{t('shop.offline')}</OfflineBanner>
      <Header />
      <main id="main" tabIndex={-1} className={classes.main}>
        <StorePages />
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
