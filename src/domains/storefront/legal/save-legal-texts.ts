import { atomically } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { ListedStore } from '../../stores/index.js';
import { type OwnText, replaceTexts } from './repository.js';
import { defaultText } from './rules.js';

/** Replaces the texts of a store. One that equals the default stays the default. */
export async function saveLegalTexts(
  { db }: Platform,
  store: ListedStore,
  texts: readonly OwnText[],
): Promise<void> {
  const names = texts.map(({ kind, language }) => `${kind} ${language}`);
  if (new Set(names).size < names.length) {
    throw invalidField('texts', 'Each text is given once for each language.');
  }
  const own = texts
    .map(text => ({ ...text, body: text.body.replaceAll('\r\n', '\n').trim() }))
    .filter(({ kind, language, body }) => {
      return body !== '' && body !== defaultText(kind, language, store).trim();
    });
  await atomically(db, tx => replaceTexts(tx, store.id, own));
}
