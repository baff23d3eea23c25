import { statement, type Tx } from '../../platform/database/tx.js';
import type { Platform } from '../../platform/platform.js';
import { ERASED, type Mentions } from '../people/index.js';
import { mirrorTarget } from './connectors/registry.js';
import type { KindName } from './documents/kind.js';
import { kindNamed } from './documents/kinds.js';
import { hintOutbound } from './outbound/hint-outbound.js';
import { markChanges } from './outbound/repository.js';
import { defaultDocumentId } from './records/repository.js';

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

type Named = { kind: KindName; id: string };

/** Documents of sales and tasks in whose texts the person may stand; they are written anew. */
export async function eraseInDocuments(
  tx: Tx,
  platform: Platform,
  { inOwn }: Mentions,
  { saleIds, taskIds }: { saleIds: readonly string[]; taskIds: readonly string[] },
): Promise<void> {
  if (inOwn === null) return;
  const records = await statement<Named>(
    tx,
    `select 'sale' as kind, id::text as id from unnest($1::uuid[]) as id
     union all select 'task', id::text from unnest($2::uuid[]) as id
     union all select 'return', id::text from returns where transaction_id = any($1::uuid[])
     union all select 'refund', id::text from refunds where transaction_id = any($1::uuid[])`,
    [saleIds, taskIds],
  );
  const ids = records.map(({ kind, id }) => defaultDocumentId(kindNamed(kind), id));
  await statement(
    tx,
    `update content_documents set body = with_texts_replaced(body, $2, $3)
     where id = any($1::text[]) and body::text ~* $2`,
    [ids, inOwn, ERASED],
  );
  await statement(
    tx,
    `update content_revisions set body = with_texts_replaced(body, $2, $3)
     where document_id = any($1::text[]) and body::text ~* $2`,
    [ids, inOwn, ERASED],
  );
  if (mirrorTarget(platform) === undefined) return;
  const marks = records.map(record => ({ ...record, deletedId: null }));
  await markChanges(tx, marks, platform.clock.now());
  hintOutbound(tx);
}
