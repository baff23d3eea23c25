import { createHash, randomBytes } from 'node:crypto';
import { atomically } from '../../platform/database/tx.js';
import { Failure } from '../../platform/http/failure.js';
import { newId } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { encodePicture } from './encode-picture.js';
import { insertMedia, type Media, mediaByHash } from './repository.js';
import { fileName } from './rules.js';

const HASH_IN_KEY = 32;
/** Makes the names of a deleted and of a newly uploaded picture differ, so the clean-up is safe. */
const RANDOM_BYTES = 4;

/**
 * Stores the files first and the record last. A crash in between leaves files without a record,
 * which the clean-up removes. The same bytes again answer the picture that exists.
 */
export async function uploadPicture(platform: Platform, bytes: Buffer): Promise<Media> {
  const { db, files } = platform;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const known = await mediaByHash(db, hash);
  if (known !== undefined) return known;
  const { files: encoded, ...size } = await encodePicture(bytes);
  const key = hash.slice(0, HASH_IN_KEY) + randomBytes(RANDOM_BYTES).toString('hex');
  const named = encoded.map(file => ({ ...file, name: fileName(key, file.width, file.format) }));
  for (const { name, content } of named) await files.put(name, content);
  const saved = await atomically(db, tx => insertMedia(tx, { id: newId(), hash, key, ...size }));
  if (saved !== undefined) return saved;
  await files.remove(named.map(({ name }) => name));
  const first = await mediaByHash(db, hash);
  if (first !== undefined) return first;
  throw new Failure('conflict', 'TRY_AGAIN', 'The same picture was deleted meanwhile; try again.');
}
