import type { Language } from '../shared/i18n/index.js';

const YEAR_SECONDS = 31_536_000;

/** The service reads these cookies when it draws a page. */
function remember(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/app/shop; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
}

export const rememberStore = (storeId: string): void => remember('shop_store', storeId);
export const rememberLanguage = (language: Language): void => remember('shop_language', language);

export const isRemembered = (name: 'shop_store' | 'shop_language'): boolean =>
  document.cookie.split('; ').some(cookie => cookie.startsWith(`${name}=`));
