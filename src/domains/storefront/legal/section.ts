import { canonical } from '../../../platform/http/idempotency-rules.js';
import type { StoreSection } from '../../stores/index.js';
import { type OwnText, ownTexts, replaceTexts } from './repository.js';

/** The texts that a store has written; where it has none, another store has the default again. */
export const LEGAL_TEXTS_SECTION: StoreSection = {
  name: 'legal_texts',
  copyOf: async (reader, from) => {
    const wanted = await ownTexts(reader, from.id);
    return {
      planFor: async (current, { id }) => {
        const before = shown(id, await ownTexts(current, id));
        const after = shown(id, wanted);
        const isSame = canonical(before) === canonical(after);
        return {
          changes: isSame ? [] : [{ type: 'legal-texts', id, before, after }],
          write: tx => replaceTexts(tx, id, wanted),
        };
      },
    };
  },
};

/** `imprint.de` is what changes, not the list of all texts. */
const shown = (storeId: string, texts: readonly OwnText[]) => ({
  store_id: storeId,
  ...Object.fromEntries(texts.map(({ kind, language, body }) => [`${kind}.${language}`, body])),
});
