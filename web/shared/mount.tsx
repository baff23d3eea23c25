import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './global.css';
import type { Tillhouse } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueries } from './api/index.js';
import { ToastBar } from './components/toast-bar.js';
import type { Language } from './i18n/index.js';
import type { Catalogue } from './i18n/texts.js';
import { Providers } from './providers.js';
import { styleNonce } from './style-nonce.js';

/** Renders a screen inside the providers that all screens share. */
export function mount(screen: {
  api: Tillhouse;
  texts: Record<Language, Catalogue>;
  children: ReactNode;
}): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root');
  createRoot(root).render(
    <Providers {...screen} queries={createQueries()} nonce={styleNonce}>
      <ToastBar />
      {screen.children}
    </Providers>,
  );
}
