import { statement, type Tx } from '../../platform/database/tx.js';

const DOCUMENTS = `select document_id from content_states
  where kind = 'user' and record_id = any($1::text[])`;

/** Past versions of the documents; the current ones are written anew from the erased records. */
export async function eraseDocuments(tx: Tx, userIds: readonly string[]): Promise<void> {
  await statement(tx, `update content_documents set body = '{}' where id in (${DOCUMENTS})`, [
    userIds,
  ]);
  await statement(
    tx,
    `update content_revisions set body = '{}' where document_id in (${DOCUMENTS})`,
    [userIds],
  );
  await statement(
    tx,
    `update content_inbound_events set payload = null, error = null
     where status <> 'pending' and document_id in (${DOCUMENTS})`,
    [userIds],
  );
  await statement(
    tx,
    `update content_states set local = '{}', remote = '{}'
     where kind = 'user' and record_id = any($1::text[])`,
    [userIds],
  );
}
