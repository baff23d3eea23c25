import { Writable } from 'node:stream';
import { ColorSchemeScript } from '@mantine/core';
import { createTillhouse } from '@tillhouse/client';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { createQueries } from '../shared/api/index.js';
import { Providers } from '../shared/providers.js';
import { Shop } from './app.js';
import { moveStyles } from './drawn-styles.js';
import { type PageWords, WordsContext } from './layout/use-title.js';
import { GivenStore, type ShopState, seedQueries } from './state.js';
import { texts } from './texts/index.js';

/** Pages are drawn from `state` alone: nothing is asked of the API. */
const api = createTillhouse({ baseUrl: 'http://service.invalid' });

const SCRIPT = /<script[^>]*>([\s\S]*)<\/script>/;

export const colorSchemeScript =
  SCRIPT.exec(renderToStaticMarkup(<ColorSchemeScript defaultColorScheme="auto" />))?.[1] ?? '';

/** The page as HTML, with its title. Everything is in one piece, because the data is there already. */
export async function draw(page: {
  path: string;
  search: string;
  state: ShopState;
  nonce: string;
}): Promise<PageWords & { html: string }> {
  const { path, search, state, nonce } = page;
  const words: PageWords = {};
  const queries = createQueries();
  seedQueries(queries, state);
  const html = await toHtml(
    <Providers api={api} texts={texts} queries={queries} nonce={nonce} drawnIn={state}>
      <GivenStore value={state.storeId}>
        <WordsContext value={words}>
          <Shop path={path} search={search} />
        </WordsContext>
      </GivenStore>
    </Providers>,
    nonce,
  );
  queries.clear();
  return { ...words, html: moveStyles(html, nonce) };
}

const LONGEST_MS = 5_000;

function toHtml(
  page: Parameters<typeof renderToPipeableStream>[0],
  nonce: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const sink = new Writable({
      write: (part, _encoding, done) => {
        parts.push(Buffer.from(part));
        done();
      },
      final: done => {
        clearTimeout(timer);
        resolve(Buffer.concat(parts).toString('utf8'));
        done();
      },
    });
    const stream = renderToPipeableStream(page, {
      nonce,
      // Without scripts a part that arrives later would stay invisible.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: reject,
    });
    const timer = setTimeout(() => {
      stream.abort();
      reject(new Error(`the page was not drawn within ${LONGEST_MS} ms`));
    }, LONGEST_MS);
  });
}
