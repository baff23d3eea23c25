import { atomically, type Tx } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import { addJobs } from '../../../platform/jobs/add-jobs.js';
import type { Job } from '../../../platform/jobs/job.js';
import { DownloadError } from '../../../platform/outgoing/download.js';
import type { Platform } from '../../../platform/platform.js';
import { downloadPicture } from '../../media/index.js';
import { lockProduct, type Product, productById } from '../products/repository.js';
import { attachPicture } from './attach-picture.js';

const JOB = 'catalog:fetch-picture';
/** Some minutes: a server that is down for longer has its picture added at the desk. */
const MAX_ATTEMPTS = 5;

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

/** A product without a picture of its own gets the one at its new `image_url`, after the commit. */
export async function fetchLater(tx: Tx, saved: Product, before: string | undefined) {
  const { id, image_url: url, pictures } = saved;
  if (url === before || !isWebAddress(url) || pictures.length > 0) return;
  const payload = { product_id: id, url };
  await addJobs(tx, [{ name: JOB, payload, maxAttempts: MAX_ATTEMPTS }]);
}

const isWanted = (product: Product | undefined, url: string): boolean =>
  product !== undefined && product.image_url === url && product.pictures.length === 0;

/** Does nothing for a product that has got a picture or another address since. */
async function fetchAddress(platform: Platform, id: number, url: string): Promise<void> {
  const { db } = platform;
  if (!isWanted(await productById(db, id), url)) return;
  const media = await downloadPicture(platform, url);
  await atomically(db, async tx => {
    await lockProduct(tx, id);
    if (!isWanted(await productById(tx, id), url)) return;
    await attachPicture(tx, String(id), { media_id: media.id, source_url: url });
  });
}

/** A picture that will never come ends the job; the product keeps its address. */
export const fetchPicture: Job = {
  name: JOB,
  run: async (platform, { product_id: id, url }, attempt) => {
    try {
      await fetchAddress(platform, Number(id), String(url));
    } catch (error) {
      const isDownload = error instanceof DownloadError;
      const isFinal = isDownload
        ? !error.mayPass || attempt?.isLast
        : error instanceof Failure && error.status < 500;
      if (!isFinal) throw error;
      platform.log.warn({ product: id, reason: (error as Error).message }, 'picture not fetched');
    }
  },
};
