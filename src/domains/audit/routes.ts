import { chainEntries } from '../../platform/audit/chain-entries.js';
import { verifyChain } from '../../platform/audit/verify-chain.js';
import { DEFAULT_LIMIT, encodeCursor, idCursor, linkNext } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { Semaphore } from '../../platform/semaphore.js';
import { office, seesCosts, staffOf } from '../access/index.js';
import { entryFilterOf } from './entry-filter.js';
import { findEntries } from './find-entries.js';
import type { ListedEntry } from './repository.js';
import { EntryAnswer, EntryQuery, VerifyAnswer } from './schemas.js';
import { withoutCostChanges } from './without-costs.js';

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
        description:
          'Managers of some stores see the entries of these stores and their own. A search looks ' +
          'through 20,000 entries per page: a page may be short or empty, and `Link` leads on.',
        querystring: EntryQuery,
        response: { 200: Type.Array(EntryAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const before = idCursor(cursor);
      const filter = await entryFilterOf(db, staffOf(request), filters);
      const { entries, last } = await findEntries(db, filter, before, limit);
      if (last !== undefined) linkNext(request, reply, encodeCursor([last]));
      const showsCosts = seesCosts(staffOf(request));
      return entries.map(entry => present(entry, showsCosts));
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

const present = (entry: ListedEntry, showsCosts: boolean) => ({
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
  changes: showsCosts ? entry.changes : withoutCostChanges(entry.changes),
  store_id: entry.storeId,
  terminal_id: entry.terminalId,
  address: entry.address,
  user_agent: entry.userAgent,
  request_id: entry.requestId,
  ...(entry.maskSeal !== null && { is_masked: true }),
  seq: entry.seq,
  hash: entry.hash,
  previous_hash: entry.previousHash,
});
