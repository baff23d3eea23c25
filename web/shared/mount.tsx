import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './global.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Tillhouse } from '@tillhouse/client';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProvider, createQueries } from './api/index.js';
import { CrashBoundary } from './components/crash.js';
import { SandboxBanner } from './components/sandbox-banner.js';
import { type Language, TextsProvider } from './i18n/index.js';
import type { Catalogue } from './i18n/texts.js';
import { styleNonce } from './style-nonce.js';
import { cssVariables, theme } from './theme.js';

/** Renders a screen inside the providers that all screens share. */
export function mount(screen: {
  api: Tillhouse;
  texts: Record<Language, Catalogue>;
  children: ReactNode;
}): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root');
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        <TextsProvider texts={screen.texts}>
          <CrashBoundary>
            <QueryClientProvider client={createQueries()}>
              <ApiProvider value={screen.api}>
                <Notifications position="top-center" />
                {screen.children}
                <SandboxBanner />
              </ApiProvider>
            </QueryClientProvider>
          </CrashBoundary>
        </TextsProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
