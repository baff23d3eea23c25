import { chainEntries } from '../../platform/audit/chain-entries.js';
import { verifyChain } from '../../platform/audit/verify-chain.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { Semaphore } from '../../platform/semaphore.js';
import { office, staffOf } from '../access/index.js';
import { entryFilterOf } from './entry-filter.js';
import { type ListedEntry, listEntries } from './repository.js';
import { EntryAnswer, EntryQuery, VerifyAnswer } from './schemas.js';

const tags = ['Audit log'];

export function routes(app: App, { db, config }: Platform): void {
  // Verifying reads the whole log.
  const oneAtATime = new Semaphore({ permits: 1 });

  app.get(
    '/audit-log/',
    {
      config: { access: office('audit.read') },
      schema: {
        tags,
        summary: 'Who changed what, newest first',
        description: 'Managers of some stores see the entries of these stores and their own.',
        querystring: EntryQuery,
        response: { 200: Type.Array(EntryAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const before = idCursor(cursor);
      const filter = await entryFilterOf(db, staffOf(request), filters);
      const rows = await listEntries(db, filter, before, limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(present);
    },
  );

  app.get(
    '/audit-log/verify/',
    {
      config: { access: office('audit.verify') },
      schema: {
        tags,
        summary: 'Whether the chain of the audit log holds',
        description: 'Chains the entries that wait, then computes every hash again.',
        response: { 200: VerifyAnswer },
      },
    },
    () =>
      oneAtATime.run(async () => {
        // Adds nothing to a chain that was tampered with, so `verifyChain` finds it unchanged.
        await chainEntries(db, config);
        const { broken, entries, waiting, lastHash } = await verifyChain(db, config);
        return {
          holds: broken === null,
          entries,
          waiting,
          last_hash: lastHash,
          first_broken: broken,
        };
      }),
  );
}

const present = (entry: ListedEntry) => ({
  id: entry.id,
  at: entry.at.toISOString(),
  actor: {
    id: entry.actorId,
    kind: entry.actorKind,
    name: entry.actorName,
    employee_number: entry.actorNumber,
  },
  action: entry.action,
  record_type: entry.recordType,
  record_id: entry.recordId,
  ...(entry.recordName !== null && { record_name: entry.recordName }),
  changes: entry.changes,
  store_id: entry.storeId,
  terminal_id: entry.terminalId,
  address: entry.address,
  user_agent: entry.userAgent,
  request_id: entry.requestId,
  seq: entry.seq,
  hash: entry.hash,
  previous_hash: entry.previousHash,
});
