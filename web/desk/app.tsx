import '@mantine/charts/styles.css';
import './desk.css';
import { Button, Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { FirstAdministrator, setupToken } from './session/first-administrator.js';
import { Login } from './session/login.js';
import { isPasswordPage, PasswordPage } from './session/password-pages.js';
import { useIsLoggedIn, useLogOut } from './session/use-login.js';
import { Shell } from './shell/shell.js';
import { DeskProvider, useDesk } from './state/desk.js';
import { LiveProvider } from './state/live.js';
import { guardedNavigation } from './state/unsaved.js';
import { useT } from './texts/index.js';

export function Desk(): ReactNode {
  const isLoggedIn = useIsLoggedIn();
  const token = setupToken();
  if (isPasswordPage()) return <PasswordPage />;
  if (!isLoggedIn) return token === undefined ? <Login /> : <FirstAdministrator token={token} />;
  return (
    <Router base="/app/desk" aroundNav={guardedNavigation}>
      <DeskProvider>
        <StaffOnly>
          <LiveProvider>
            <Shell />
          </LiveProvider>
        </StaffOnly>
      </DeskProvider>
    </Router>
  );
}

/** Customers and cashiers can sign in but have no access to the desk. */
function StaffOnly({ children }: { children: ReactNode }): ReactNode {
  const t = useT();
  const { me, may } = useDesk();
  const logOut = useLogOut();
  if (may('approval.decide')) return children;
  return (
    <Center mih="80vh" p="lg" component="main">
      <Stack align="center" maw={420}>
        <Title order={1} ta="center">
          {t('login.notStaff')}
        </Title>
        <Text ta="center">{t('login.notStaff.text', { name: me.name })}</Text>
        <Button onClick={() => void logOut()}>{t('app.signOut')}</Button>
      </Stack>
    </Center>
  );
}
