import { countryCodeOf } from '../../../platform/countries.js';
import type { Language } from '../../../platform/language.js';
import { escapeHtml } from '../../../platform/plain-text.js';
import type { ListedStore } from '../../stores/index.js';

/** Where a page is, and in which languages. */
export type PageAddress = {
  publicUrl: string;
  /** The name of the shop, at the end of each title. */
  siteName: string;
  /** The part after `/app/shop/`, with the query that matters. */
  path: string;
  /** Languages of the page besides the visitor's own; none: the page has one only. */
  languages: readonly Language[];
  /** The language in the address. */
  asked?: Language;
};

/** The words of a drawn page; those of a product are its own. */
export type DrawnWords = { title?: string; description?: string };

export type PageWords = {
  title: string;
  description?: string;
  type?: 'website' | 'product';
  image?: string;
  /** Pages that search engines must not list. */
  isHidden?: boolean;
};

const DESCRIPTION_LENGTH = 160;

export const pageUrl = ({ publicUrl, path }: Pick<PageAddress, 'publicUrl' | 'path'>): string =>
  `${publicUrl}/app/shop/${path}`;

const inLanguage = (address: PageAddress, language: Language | undefined): string =>
  language === undefined
    ? pageUrl(address)
    : `${pageUrl(address)}${address.path.includes('?') ? '&' : '?'}lang=${language}`;

export const meta = (name: string, content: string | undefined): string =>
  content ? `<meta property="${name}" content="${escapeHtml(content)}" />` : '';

/** Title, description, preview and the addresses of the page in every language. */
export function headOf(words: PageWords, address: PageAddress): string {
  const { title, description, type = 'website', image } = words;
  const url = inLanguage(address, address.asked);
  return [
    `<title>${escapeHtml(title)} · ${escapeHtml(address.siteName)}</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}" />`,
    words.isHidden
      ? '<meta name="robots" content="noindex" />'
      : `<link rel="canonical" href="${escapeHtml(url)}" />${alternates(address)}`,
    meta('og:site_name', address.siteName),
    meta('og:type', type),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', url),
    meta('og:image', image),
  ].join('');
}

function alternates(address: PageAddress): string {
  const { languages } = address;
  if (languages.length < 2) return '';
  const link = (name: string, url: string): string =>
    `<link rel="alternate" hreflang="${name}" href="${escapeHtml(url)}" />`;
  return [
    ...languages.map(language => link(language, inLanguage(address, language))),
    link('x-default', pageUrl(address)),
  ].join('');
}

export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= DESCRIPTION_LENGTH ? line : `${line.slice(0, DESCRIPTION_LENGTH - 1)}…`;
}

/** Data, not a script: "<" is escaped, so that no text of the catalogue ends the element. */
export const jsonLd = (data: object): string =>
  `<script type="application/ld+json">${embedded(data)}</script>`;

/** A page above another one; `path` is the part after `/app/shop/`. */
export type Step = { name: string; path: string };

/** The way from the start of the shop to a page. */
export function pathData(steps: readonly Step[], publicUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Shop', path: '' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: pageUrl({ publicUrl, path }),
    })),
  };
}

/** JSON that is safe inside a script element. */
export const embedded = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** Who sells here, for the home page. */
export function organizationData(
  store: ListedStore,
  publicUrl: string,
  logo: string | undefined,
): object {
  const address = {
    streetAddress: store.address,
    postalCode: store.postal_code,
    addressLocality: store.city,
    addressRegion: store.region,
    addressCountry: countryCodeOf(store.country) ?? store.country,
  };
  const given = Object.entries(address).filter(([, text]) => text !== '');
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: store.name,
    url: `${publicUrl}/app/shop/`,
    ...(logo !== undefined && { logo: new URL(logo, publicUrl).href }),
    ...(store.phone !== '' && { telephone: store.phone }),
    ...(store.email !== '' && { email: store.email }),
    ...(given.length > 0 && {
      address: { '@type': 'PostalAddress', ...Object.fromEntries(given) },
    }),
  };
}
