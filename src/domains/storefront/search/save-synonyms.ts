import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import {
  countSynonyms,
  deleteSynonyms,
  insertSynonyms,
  type Synonyms,
  searchTexts,
  synonymsById,
  updateSynonyms,
} from './synonyms-repository.js';

/** Each search reads all of them. */
const MAX_GROUPS = 500;

const NOUN = 'Synonyms';

/** Creates a group of words that mean the same, or changes one. */
export async function saveSynonyms(
  tx: Tx,
  id: string | undefined,
  change: { terms?: string[] },
): Promise<Synonyms> {
  const before = id === undefined ? undefined : await synonymsById(tx, id);
  if (id !== undefined && before === undefined) throw notFound(NOUN);
  const terms = await uniqueTerms(tx, change.terms ?? before?.terms ?? []);
  const savedId = before?.id ?? newId();
  if (before !== undefined) await updateSynonyms(tx, savedId, terms);
  else {
    if ((await countSynonyms(tx)) >= MAX_GROUPS) {
      throw conflict('TOO_MANY_SYNONYMS', `There are ${MAX_GROUPS} groups of synonyms already.`);
    }
    await insertSynonyms(tx, savedId, terms);
  }
  const saved = await synonymsById(tx, savedId);
  if (saved === undefined) throw notFound(NOUN);
  return saved;
}

/** As the index writes them: "T-Shirt" and "t shirt" are one. */
async function uniqueTerms(tx: Tx, given: readonly string[]): Promise<string[]> {
  const terms = [...new Set(await searchTexts(tx, given))].filter(term => term !== '');
  if (terms.length < 2) throw invalidField('terms', 'Enter at least two different words.');
  return terms;
}

export async function removeSynonyms(tx: Tx, id: string): Promise<void> {
  const rows = await deleteSynonyms(tx, id);
  if (rows.length === 0) throw notFound(NOUN);
}
