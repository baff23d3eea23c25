import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '../../../platform/clock.js';
import { createDeferredWrites } from '../../../platform/database/deferred-writes.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Attempt } from '../../../platform/jobs/job.js';
import { DownloadError } from '../../../platform/outgoing/download.js';
import type { Platform } from '../../../platform/platform.js';
import { attachPicture } from '../../catalog/index.js';
import { downloadPicture } from '../../media/index.js';
import { noteProducts } from '../history/repository.js';
import { finishImport, INTERRUPTED, importById, limitLockWait } from '../repository.js';
import {
  countAttempt,
  markPictureDone,
  markPictureFailed,
  skipKnownPictures,
  type WaitingPicture,
  waitingPictures,
} from './picture-repository.js';

export const PICTURES_JOB = 'spreadsheets:pictures';

/** Fetched at the same time; each is up to 20 MiB in memory. */
const AT_ONCE = 4;
/** Attached in one transaction. */
const BATCH = 40;
const MAX_ATTEMPTS = 3;
const PAUSE_MS = SECOND_MS;

type Fetched = { mediaId: string } | { error: string; mayPass: boolean };

/**
 * Fetches the pictures of an import whose rows are done, and finishes it. Each picture is attached and
 * noted in one transaction, so a worker that takes over fetches the remaining ones.
 */
export async function fetchPictures(
  platform: Platform,
  id: string,
  attempt?: Attempt,
): Promise<void> {
  const { db, clock } = platform;
  const file = await importById(db, id);
  if (file === undefined || file.finished_at !== null) return;
  try {
    await skipKnownPictures(db, id);
    const fetched = new Map<string, Fetched>();
    for (;;) {
      const pictures = await waitingPictures(db, id, BATCH);
      const [first] = pictures;
      if (first === undefined) break;
      // Only pictures that failed before are left.
      if (first.attempts > 0) await pause(PAUSE_MS * first.attempts);
      await fetchAll(platform, pictures, fetched);
      await settleAll(platform, id, pictures, fetched);
      forgetErrors(fetched);
    }
    await finishImport(db, id, { error: null, now: clock.now() });
  } catch (error) {
    if (attempt?.isLast) await finishImport(db, id, { error: INTERRUPTED, now: clock.now() });
    throw error;
  }
}

/** Several products may show the picture of one address, which is fetched once. */
async function fetchAll(
  platform: Platform,
  pictures: readonly WaitingPicture[],
  fetched: Map<string, Fetched>,
): Promise<void> {
  const urls = new Set(pictures.map(({ url }) => url));
  const waiting = [...urls].filter(url => !fetched.has(url)).values();
  const fetchNext = async (): Promise<void> => {
    for (const url of waiting) fetched.set(url, await fetchPicture(platform, url));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}

const forgetErrors = (fetched: Map<string, Fetched>): void => {
  for (const [url, result] of fetched) if ('error' in result) fetched.delete(url);
};

async function fetchPicture(platform: Platform, url: string): Promise<Fetched> {
  try {
    return { mediaId: (await downloadPicture(platform, url)).id };
  } catch (error) {
    if (error instanceof DownloadError) return { error: error.message, mayPass: error.mayPass };
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    return { error: error.message, mayPass: false };
  }
}

/** In the order of the file, which is the order in which a product shows them. */
async function settleAll(
  { db }: Platform,
  importId: string,
  pictures: readonly WaitingPicture[],
  fetched: ReadonlyMap<string, Fetched>,
): Promise<void> {
  const found: FoundPicture[] = [];
  for (const picture of pictures) {
    const result = fetched.get(picture.url);
    if (result === undefined) continue;
    if ('mediaId' in result) found.push({ ...picture, mediaId: result.mediaId });
    else await settleError(db, picture, result);
  }
  try {
    await attachTogether(db, importId, found);
  } catch {
    for (const picture of found) await attachAlone(db, importId, picture);
  }
}

type FoundPicture = WaitingPicture & { mediaId: string };

async function settleError(
  db: Platform['db'],
  { id, attempts }: WaitingPicture,
  { error, mayPass }: { error: string; mayPass: boolean },
): Promise<void> {
  if (mayPass && attempts + 1 < MAX_ATTEMPTS) return countAttempt(db, id);
  await atomically(db, tx => markPictureFailed(tx, id, error));
}

/** One transaction, in which the statements of different products share their round trips. */
const attachTogether = (
  db: Platform['db'],
  importId: string,
  pictures: readonly FoundPicture[],
): Promise<void> =>
  atomically(db, async tx => {
    await limitLockWait(tx);
    const writes = createDeferredWrites();
    for (const product of new Set(pictures.map(picture => picture.product_id))) {
      const ofProduct = pictures.filter(picture => picture.product_id === product);
      writes.defer(async () => {
        for (const picture of ofProduct) await attach(tx, picture);
      });
    }
    await writes.flush(tx);
    await noteProducts(tx, importId, pictures.map(changeOf));
  });

async function attachAlone(
  db: Platform['db'],
  importId: string,
  picture: FoundPicture,
): Promise<void> {
  try {
    await atomically(db, async tx => {
      await attach(tx, picture);
      await noteProducts(tx, importId, [changeOf(picture)]);
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    // The product has the same picture from another address, or somebody uploaded it.
    if (error.code === 'DUPLICATE') return markPictureDone(db, picture.id, null);
    await atomically(db, tx => markPictureFailed(tx, picture.id, error.message));
  }
}

const changeOf = ({ product_id: id }: FoundPicture) => ({ record: 'product' as const, id });

async function attach(
  tx: Tx,
  { id, product_id: product, variant_id, url, alt, mediaId }: FoundPicture,
): Promise<void> {
  const fields = { media_id: mediaId, variant_id, alt, source_url: url };
  const attached = await attachPicture(tx, String(product), fields);
  await markPictureDone(tx, id, attached.id);
}
