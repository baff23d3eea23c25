import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import type { LegalKind } from './rules.js';

export type OwnText = { kind: LegalKind; language: Language; body: string };

/** The texts that a store has written itself. */
export const ownTexts = (reader: Reader, storeId: string): Promise<OwnText[]> =>
  statement(reader, 'select kind, language, body from legal_texts where store_id = $1', [storeId]);

/** Replaces all texts of a store; unchanged ones keep their time. */
export async function replaceTexts(
  tx: Tx,
  storeId: string,
  texts: readonly OwnText[],
): Promise<void> {
  const rows = JSON.stringify(texts);
  await statement(
    tx,
    `delete from legal_texts t where t.store_id = $1 and not exists (
       select from jsonb_to_recordset($2::jsonb) as kept (kind text, language text)
       where kept.kind = t.kind and kept.language = t.language)`,
    [storeId, rows],
  );
  await statement(
    tx,
    `insert into legal_texts (store_id, kind, language, body)
     select $1, kind, language, body
     from jsonb_to_recordset($2::jsonb) as given (kind text, language text, body text)
     on conflict (store_id, kind, language) do update
       set body = excluded.body, updated_at = now()
       where legal_texts.body <> excluded.body`,
    [storeId, rows],
  );
}
