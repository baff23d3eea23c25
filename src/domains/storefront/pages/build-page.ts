import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { takesRealCards } from '../../payments/index.js';
import { resolveWebSession } from '../../people/index.js';
import { allStores, storeForSelling } from '../../stores/index.js';
import { presentCart } from '../carts/present.js';
import { showCart } from '../carts/show-cart.js';
import { listShopStores } from '../catalogue/list-shop-stores.js';
import { readLegalText } from '../legal/read-legal-texts.js';
import { describeSession } from '../sessions/describe-session.js';
import { readHome } from '../theme/read-home.js';
import { readShopTheme } from '../theme/read-theme.js';
import type { Home } from '../theme/schemas.js';
import { forCard } from './card-data.js';
import { catalogueHead, listedPath } from './catalogue-head.js';
import { loadCatalogue, loadProduct } from './load-page.js';
import { type DrawnWords, headOf, type PageAddress } from './page-head.js';
import { isHome, type PagePlan } from './plan-page.js';
import { headOfProduct, productPath } from './product-head.js';
import type { Arrival } from './read-arrival.js';
import { groupSlugsAfter } from './repository.js';
import type { SearchTerms } from './search-terms.js';

/** What the scripts of a page start with; `data` has the answers that the page shows. */
export type PageState = {
  language: Language;
  locale: string;
  storeId: string | null;
  /** Shows the notice that this is a demo and nobody is charged. */
  isDemo: boolean;
  data: Record<string, unknown>;
};

/** Where a page is now: the product with this slug, or the search with these terms in place of old ones. */
export type Moved =
  | { kind: 'moved'; slug: string }
  | { kind: 'renamed'; terms: Readonly<Record<string, string>> };

export type BuiltPage =
  | Moved
  | {
      kind: 'page';
      status: 200 | 404;
      state: PageState;
      /** Whether the service draws the page; if not, the browser does. */
      isDrawn: boolean;
      head(words: DrawnWords): string;
    };

/** With more stores than this the page loads the list when it needs it. */
const MAX_STORES = 20;

export type PageRequest = { plan: PagePlan; arrival: Arrival; asked?: PageAddress['asked'] };

/** Everything that a page shows, read in this process. */
export async function buildPage(
  platform: Platform,
  { plan, arrival, asked }: PageRequest,
  request: FastifyRequest,
): Promise<BuiltPage> {
  const { publicUrl } = platform.config;
  const store = arrival.store && (await storeForSelling(platform, arrival.store.id));
  const theme = await readShopTheme(platform, arrival.store?.id);
  const address = async (path: string): Promise<PageAddress> => ({
    publicUrl,
    siteName: theme.name,
    path,
    asked,
    languages: await languagesOf(platform),
  });
  const page = async (
    data: Record<string, unknown>,
    head: (words: DrawnWords) => string,
    rest: { status?: 200 | 404; isDrawn?: boolean; storeId?: string | null } = {},
  ): Promise<BuiltPage> => ({
    kind: 'page',
    status: rest.status ?? 200,
    isDrawn: rest.isDrawn ?? true,
    head,
    state: {
      language: arrival.language,
      locale: arrival.locale,
      storeId: rest.storeId ?? arrival.store?.id ?? null,
      isDemo: isDemo(platform),
      data: { ...(await storesOf(platform, rest.storeId ?? arrival.store?.id)), theme, ...data },
    },
  });
  const hidden = ({ title }: DrawnWords): string =>
    title === undefined
      ? ''
      : headOf(
          { title, isHidden: true },
          { publicUrl, siteName: theme.name, path: '', languages: [] },
        );

  if (store === undefined || plan.kind === 'private') return page({}, hidden, { isDrawn: false });
  if (plan.kind === 'cart') {
    const visit = await visitOf(platform, request);
    return page(visit, hidden, { storeId: visit.session.store_id });
  }
  if (plan.kind === 'cart-link') return page({}, hidden);
  if (plan.kind === 'legal' && arrival.store !== undefined) {
    const legal = await readLegalText(platform, arrival.store, plan.text, arrival.language);
    const where = await address(`legal/${plan.text}`);
    return page({ legal }, ({ title = 'Shop' }) => headOf({ title }, where));
  }
  if (plan.kind === 'catalogue') {
    const renamed = await renamedTerms(platform, plan.terms);
    if (renamed !== undefined) return renamed;
    const home = isHome(plan.terms) ? await readHome(platform, store, arrival.language) : undefined;
    const hasSections = home !== undefined && home.sections.length > 0;
    const [data, where] = await Promise.all([
      loadCatalogue(platform, plan.terms, store, hasSections),
      address(listedPath(plan.terms)),
    ]);
    const { categories } = data;
    const picture = home?.hero?.picture?.url;
    const logo = theme.logo?.url;
    const head = catalogueHead(
      { terms: plan.terms, categories, store: arrival.store, picture, logo },
      where,
    );
    const found = { ...data.search, products: data.search.products.map(forCard) };
    const search = { terms: plan.terms, answer: found };
    const shown = home && homeOf(home);
    return page({ categories, search, ...(shown && { home: shown }) }, head);
  }
  const product =
    plan.kind === 'product' ? await loadProduct(platform, plan.slug, store) : undefined;
  if (product?.kind === 'moved') return product;
  if (product === undefined) {
    const slug = plan.kind === 'product' ? { missingSlug: plan.slug } : {};
    return page(slug, hidden, { status: 404 });
  }
  const where = await address(productPath(product.product.slug));
  const { stocks, reviews } = product;
  const neighbours = product.neighbours.map(forCard);
  const data = { product: product.product, neighbours, stocks, reviews };
  return page(data, () => headOfProduct(product, where));
}

/** Categories, brands and collections that have another slug now. */
async function renamedTerms(
  { db }: Platform,
  { category, brand, collection }: SearchTerms,
): Promise<Moved | undefined> {
  if (category === '' && brand === '' && collection === '') return undefined;
  const terms = await groupSlugsAfter(db, { category, brand, collection });
  return Object.keys(terms).length === 0 ? undefined : { kind: 'renamed', terms };
}

const homeOf = ({ hero, sections }: Home): Home => ({
  hero,
  sections: sections.map(section => ({ ...section, products: section.products.map(forCard) })),
});

const isDemo = (platform: Platform): boolean =>
  !platform.config.production && !takesRealCards(platform);

async function languagesOf(platform: Platform): Promise<PageAddress['languages']> {
  const stores = (await allStores(platform)).filter(store => store.is_active);
  return LANGUAGES.filter(language =>
    stores.some(({ languages }) => languages.length === 0 || languages.includes(language)),
  );
}

/** The store of the page alone, not all stores; a page with a cart has the store of the cart. */
async function storesOf(
  platform: Platform,
  storeId: string | undefined,
): Promise<{ stores?: object[] }> {
  const stores = await listShopStores(platform);
  if (stores.length <= MAX_STORES) return { stores };
  return { stores: stores.filter(({ id }) => id === storeId) };
}

/** The shopper and the cart, which no cache may hold. */
async function visitOf(platform: Platform, request: FastifyRequest) {
  const visit = await resolveWebSession(platform, request, { cookieOnly: true });
  const session = await describeSession(platform, visit, false);
  const ref = visit &&
    session.cart_id !== null && {
      cartId: session.cart_id,
      visit: { by: 'id' as const, value: visit.id },
    };
  const cart = ref ? await showCart(platform, ref) : undefined;
  return { session, cart: cart === undefined ? null : presentCart(cart) };
}
