import { ColorSchemeScript } from '@mantine/core';
import { createTillhouse } from '@tillhouse/client';
import type { VNode } from 'preact';
import { renderToStaticMarkup, renderToStringAsync } from 'preact-render-to-string';
import type { ReactElement } from 'react';
import { createQueries } from '../shared/api/index.js';
import { Providers } from '../shared/providers.js';
import { Shop } from './app.js';
import { moveStyles } from './drawn-styles.js';
import { type PageWords, WordsContext } from './layout/use-title.js';
import { DemoShop, GivenStore, type ShopState, seedQueries } from './state.js';
import { texts } from './texts/index.js';

/** Pages are drawn from `state` alone: nothing is asked of the API. */
const api = createTillhouse({ baseUrl: 'http://service.invalid' });

/** The build makes elements of Preact out of the same source. */
const asPreact = (element: ReactElement): VNode => element as unknown as VNode;

const SCRIPT = /<script[^>]*>([\s\S]*)<\/script>/;

export const colorSchemeScript =
  SCRIPT.exec(
    renderToStaticMarkup(asPreact(<ColorSchemeScript defaultColorScheme="auto" />)),
  )?.[1] ?? '';

/** The page as HTML, with its title. Everything is in one piece, because the data is there already. */
export async function draw(page: {
  path: string;
  search: string;
  state: ShopState;
  nonce: string;
}): Promise<PageWords & { html: string; preload: string }> {
  const { path, search, state, nonce } = page;
  const words: PageWords = {};
  const queries = createQueries();
  seedQueries(queries, state);
  const html = await toHtml(
    <Providers api={api} texts={texts} queries={queries} nonce={nonce} drawnIn={state}>
      <GivenStore value={state.storeId}>
        <DemoShop value={state.isDemo}>
          <WordsContext value={words}>
            <Shop path={path} search={search} />
          </WordsContext>
        </DemoShop>
      </GivenStore>
    </Providers>,
  );
  queries.clear();
  return { ...words, html: moveStyles(html, nonce), preload: preloadIn(html) };
}

const FIRST_PICTURE =
  /<source type="image\/avif" (srcset="[^"]+") (sizes="[^"]+")[^>]*>\s*<img[^>]* fetchpriority="high"/i;

/**
 * A tag for the head that asks for the largest picture of the first screen together with the styles,
 * before the browser has read the page as far as the picture.
 */
function preloadIn(html: string): string {
  const [, files, sizes] = FIRST_PICTURE.exec(html) ?? [];
  if (files === undefined || sizes === undefined) return '';
  const attributes = `image${files.replace(/^srcset/i, 'srcset')} image${sizes}`;
  return `<link rel="preload" as="image" type="image/avif" ${attributes} fetchpriority="high" />`;
}

const LONGEST_MS = 5_000;

/** Waits for parts that load later: without scripts they would stay invisible. */
async function toHtml(page: ReactElement): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`the page was not drawn within ${LONGEST_MS} ms`);
    timer = setTimeout(() => reject(error), LONGEST_MS);
  });
  try {
    return await Promise.race([renderToStringAsync(asPreact(page)), late]);
  } finally {
    clearTimeout(timer);
  }
}
