import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { CrashBoundary } from '../../shared/components/crash.js';
import { OfflineBanner } from '../../shared/components/offline-banner.js';
import { Empty, Loading } from '../../shared/components/states.js';
import { useDesk } from '../state/desk.js';
import { UnsavedDialog } from '../state/unsaved.js';
import { useT } from '../texts/index.js';
import { Header } from './header.js';
import { Nav } from './nav.js';
import { PAGES } from './pages.js';
import { Toasts } from './toasts.js';

/** Everybody's own, and reached from the account menu, so it is not in the navigation. */
const Devices = lazy(() => import('../pages/devices/index.js'));

export function Shell(): ReactNode {
  const t = useT();
  const [isNavOpen, nav] = useDisclosure(false);
  const { may } = useDesk();
  const [location] = useLocation();
  const pages = PAGES.filter(page => may(page.permission));
  return (
    <AppShell
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: 256, breakpoint: 'sm', collapsed: { mobile: !isNavOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <AppShell.Header bg="var(--app-surface)">
        <Header isNavOpen={isNavOpen} onNav={nav.toggle} />
      </AppShell.Header>
      <AppShell.Navbar bg="var(--app-surface)" aria-label={t('nav.label')}>
        <Nav onGo={nav.close} />
      </AppShell.Navbar>
      <AppShell.Main>
        <div className="desk-banner">
          <OfflineBanner>{t('live.offline')}</OfflineBanner>
        </div>
        <Toasts />
        <UnsavedDialog />
        <CrashBoundary key={location.split('/')[1]}>
          <Suspense fallback={<Loading />}>
            <Switch>
              {pages.map(({ path, pattern = path, screen: Screen }) => (
                <Route key={path} path={pattern}>
                  <Screen />
                </Route>
              ))}
              <Route path="/devices">
                <Devices />
              </Route>
              <Route>
                <Empty title={t('nav.unknown')} text={t('nav.unknown.text')} />
              </Route>
            </Switch>
          </Suspense>
        </CrashBoundary>
      </AppShell.Main>
    </AppShell>
  );
}
