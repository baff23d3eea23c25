import { anyAddress, download, openInternet } from '../../platform/outgoing/download.js';
import type { Platform } from '../../platform/platform.js';
import type { Media } from './repository.js';
import { MAX_FILE_BYTES } from './rules.js';
import { uploadPicture } from './upload-picture.js';

/** Fetches a picture from a public address and stores it like an uploaded one. */
export async function downloadPicture(platform: Platform, url: string): Promise<Media> {
  const reach = platform.config.importPrivateAddresses ? anyAddress : openInternet;
  return uploadPicture(platform, await download(url, { reach, maxBytes: MAX_FILE_BYTES }));
}
