import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import { Failure } from '../../platform/http/failure.js';
import type { Attempt } from '../../platform/jobs/job.js';
import {
  anyAddress,
  DownloadError,
  download,
  openInternet,
} from '../../platform/outgoing/download.js';
import type { Platform } from '../../platform/platform.js';
import { attachPicture } from '../catalog/index.js';
import { MAX_FILE_BYTES, uploadPicture } from '../media/index.js';
import {
  countAttempt,
  markPictureDone,
  markPictureFailed,
  skipKnownPictures,
  type WaitingPicture,
  waitingPictures,
} from './picture-repository.js';
import { finishImport, INTERRUPTED, importById } from './repository.js';

export const PICTURES_JOB = 'spreadsheets:pictures';

/** Fetched at the same time; each is up to 20 MiB in memory. */
const AT_ONCE = 4;
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
      const pictures = await waitingPictures(db, id, AT_ONCE);
      const [first] = pictures;
      if (first === undefined) break;
      // Only pictures that failed before are left.
      if (first.attempts > 0) await pause(PAUSE_MS * first.attempts);
      await Promise.all(pictures.map(({ url }) => fetchOnce(platform, url, fetched)));
      // In the order of the file, which is the order in which the product shows them.
      for (const picture of pictures) await settle(platform, picture, fetched.get(picture.url));
      forgetErrors(fetched);
    }
    await finishImport(db, id, { error: null, now: clock.now() });
  } catch (error) {
    if (attempt?.isLast) await finishImport(db, id, { error: INTERRUPTED, now: clock.now() });
    throw error;
  }
}

/** Several products may show the picture of one address. */
async function fetchOnce(platform: Platform, url: string, fetched: Map<string, Fetched>) {
  if (!fetched.has(url)) fetched.set(url, await fetchPicture(platform, url));
}

const forgetErrors = (fetched: Map<string, Fetched>): void => {
  for (const [url, result] of fetched) if ('error' in result) fetched.delete(url);
};

async function fetchPicture(platform: Platform, url: string): Promise<Fetched> {
  const reach = platform.config.importPrivateAddresses ? anyAddress : openInternet;
  try {
    const bytes = await download(url, { reach, maxBytes: MAX_FILE_BYTES });
    return { mediaId: (await uploadPicture(platform, bytes)).id };
  } catch (error) {
    if (error instanceof DownloadError) return { error: error.message, mayPass: error.mayPass };
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    return { error: error.message, mayPass: false };
  }
}

async function settle(
  { db }: Platform,
  picture: WaitingPicture,
  result: Fetched | undefined,
): Promise<void> {
  if (result === undefined) return;
  if ('mediaId' in result) return attach(db, picture, result.mediaId);
  if (result.mayPass && picture.attempts + 1 < MAX_ATTEMPTS) return countAttempt(db, picture.id);
  await atomically(db, tx => markPictureFailed(tx, picture.id, result.error));
}

async function attach(
  db: Platform['db'],
  { id, product_id: product, variant_id, url, alt }: WaitingPicture,
  mediaId: string,
): Promise<void> {
  const fields = { media_id: mediaId, variant_id, alt, source_url: url };
  try {
    await atomically(db, async tx => {
      const attached = await attachPicture(tx, String(product), fields);
      await markPictureDone(tx, id, attached.id);
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    // The product has the same picture from another address, or somebody uploaded it.
    if (error.code === 'DUPLICATE') return markPictureDone(db, id, null);
    await atomically(db, tx => markPictureFailed(tx, id, error.message));
  }
}
