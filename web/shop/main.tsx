import './component-styles.js';
import '@mantine/notifications/styles.css';
import '../shared/global.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createQueries, createScreenApi } from '../shared/api/index.js';
import { storedLanguage } from '../shared/i18n/index.js';
import { Providers } from '../shared/providers.js';
import { styleNonce } from '../shared/style-nonce.js';
import { Shop } from './app.js';
import { isRemembered, rememberLanguage, rememberStore } from './arrival.js';
import { restoreStyles } from './drawn-styles.js';
import { DemoShop, GivenStore, readState, type ShopState, seedQueries } from './state.js';
import { cartToken, formerStore } from './storage.js';
import { texts } from './texts/index.js';

const api = createScreenApi({ screen: 'shop', cartToken: cartToken.get });

/** What earlier versions of the shop, or another screen, stored in this browser. */
function withFormerChoices(drawn: ShopState): ShopState {
  const language = isRemembered('shop_language') ? undefined : storedLanguage();
  const storeId = isRemembered('shop_store') ? undefined : formerStore.get();
  if (language !== undefined) rememberLanguage(language);
  if (storeId !== undefined) rememberStore(storeId);
  formerStore.set(undefined);
  return { ...drawn, ...(language && { language }), ...(storeId && { storeId }) };
}

function start(root: HTMLElement): void {
  const drawn = readState();
  const state = drawn && withFormerChoices(drawn);
  const queries = createQueries();
  if (drawn !== undefined) seedQueries(queries, drawn);
  const isAsDrawn = drawn?.language === state?.language && drawn?.storeId === state?.storeId;
  const page = (
    <Providers
      api={api}
      texts={texts}
      queries={queries}
      nonce={styleNonce}
      drawnIn={isAsDrawn ? drawn : undefined}
      onLanguage={rememberLanguage}
    >
      <GivenStore value={state?.storeId ?? null}>
        <DemoShop value={state?.isDemo ?? false}>
          <Shop />
        </DemoShop>
      </GivenStore>
    </Providers>
  );
  if (isAsDrawn && root.hasChildNodes()) {
    restoreStyles(root);
    hydrateRoot(root, page);
    return;
  }
  root.replaceChildren();
  createRoot(root).render(page);
}

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
start(root);
