import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Tillhouse } from '@tillhouse/client';
import { type ReactNode, StrictMode } from 'react';
import { ApiProvider } from './api/context.js';
import { CrashBoundary } from './components/crash.js';
import { SandboxBanner } from './components/sandbox-banner.js';
import { type DrawnIn, type Language, TextsProvider } from './i18n/index.js';
import type { Catalogue } from './i18n/texts.js';
import { cssVariables, theme } from './theme.js';

/** The providers that all screens share. */
export function Providers(props: {
  api: Tillhouse;
  texts: Record<Language, Catalogue>;
  queries: QueryClient;
  nonce: string;
  drawnIn?: DrawnIn;
  onLanguage?: (language: Language) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => props.nonce}
      >
        <TextsProvider texts={props.texts} drawnIn={props.drawnIn} onChange={props.onLanguage}>
          <CrashBoundary>
            <QueryClientProvider client={props.queries}>
              <ApiProvider value={props.api}>
                {props.children}
                <SandboxBanner />
              </ApiProvider>
            </QueryClientProvider>
          </CrashBoundary>
        </TextsProvider>
      </MantineProvider>
    </StrictMode>
  );
}
