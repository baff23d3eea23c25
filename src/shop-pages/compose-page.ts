import { type BuiltPage, embedded } from '../domains/storefront/index.js';
import { textsIn } from '../domains/texts/index.js';
import type { Language } from '../platform/language.js';
import { SHOP } from './addresses.js';
import { NONCE_MARK } from './policy.js';
import type { Drawing } from './renderer.js';

export type Composed = {
  /** The whole page, with a nonce of its own. */
  into(shell: string, nonce: string): string;
};

const ROOT = '<div id="root"></div>';

/** Puts what the service knows into the page that the build made. */
export function composePage(
  page: Extract<BuiltPage, { kind: 'page' }>,
  drawn: Drawing | undefined,
  mark: string,
): Composed {
  const head = page.head(drawn ?? {});
  const preload = drawn?.preload ?? '';
  const { language } = page.state;
  const state = `<script type="application/json" id="shop-state">${embedded(page.state)}</script>`;
  const scheme = drawn === undefined ? '' : ' data-mantine-color-scheme="light"';
  const early =
    drawn === undefined ? '' : `<script nonce="${mark}">${drawn.colorSchemeScript}</script>`;
  const rest = drawn === undefined ? withoutScripts(language, mark) : '';
  const root = `<div id="root">${drawn?.html ?? ''}</div>${rest}${state}`;
  return {
    into: (shell, nonce) => {
      const withNonce = (html: string): string => html.replaceAll(mark, nonce);
      return (
        shell
          .replaceAll(NONCE_MARK, nonce)
          .replace('<html lang="en">', `<html lang="${language}"${scheme}>`)
          // Functions, because texts of the catalogue may contain `$&`.
          .replace(/<title>.*?<\/title>/s, title => withNonce(early) + preload + (head || title))
          .replace(ROOT, () => withNonce(root))
      );
    },
  };
}

/** Pages that only the browser draws would be white without scripts. */
function withoutScripts(language: Language, mark: string): string {
  const { needsScripts, cart } = textsIn(language).shopPage;
  const words = `<p>${needsScripts}</p><p><a href="${SHOP}cart">${cart}</a></p>`;
  return `<noscript><style nonce="${mark}">body{margin:1rem}</style>${words}</noscript>`;
}
