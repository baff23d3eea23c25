import type { Bench, Row } from '../bench.js';
import { growthRow } from '../growth.js';

const SAMPLE_MS = 100;
/** Memory may grow by this much while the feed is written, whatever its length. */
const LEVEL_MB = 60;

/** The product feed, read whole: bytes, time, and how much memory of the service it takes. */
export async function productFeed(bench: Bench, variants: number): Promise<Row> {
  await readFeed(bench);
  const before = bench.memory().nowMb;
  let highest = before;
  const sampling = setInterval(() => {
    highest = Math.max(highest, bench.memory().nowMb);
  }, SAMPLE_MS);
  const start = performance.now();
  const { bytes, items } = await readFeed(bench);
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(sampling);
  const megabytes = (bytes / 1_000_000).toFixed(1);
  const memory = `memory ${before} MB, at most ${highest} MB`;
  const isLevel = highest - before <= LEVEL_MB;
  return {
    ...growthRow(
      'product feed',
      `${variants} variants`,
      `${items} items, ${megabytes} MB in ${seconds.toFixed(1)} s, ${memory}`,
    ),
    target: `memory stays level: ${isLevel ? 'met' : 'missed'}`,
  };
}

/** Reads chunk by chunk, as a program that stores it does. */
async function readFeed({ url }: Bench): Promise<{ bytes: number; items: number }> {
  const answer = await fetch(`${url}/feed.xml?store=DOWNTOWN`);
  if (!answer.ok || answer.body === null) throw new Error(`the feed answered ${answer.status}`);
  let bytes = 0;
  let items = 0;
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength;
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('<item>');
    items += parts.length - 1;
    // The end of a chunk may be the beginning of the next item.
    rest = parts.at(-1)?.slice(-'<item>'.length + 1) ?? '';
  }
  return { bytes, items };
}
