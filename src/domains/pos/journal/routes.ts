import { originOf } from '../../../platform/audit/origin.js';
import { atomically } from '../../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { formatMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { keyScope, office, staff, staffOf, till, tillStaffOf } from '../../access/index.js';
import { signerOf } from '../../fiscal/index.js';
import { denominationsOf } from '../../shifts/index.js';
import { findStore, resolveScope } from '../../stores/index.js';
import { findEntry } from './find-entry.js';
import { openGaps } from './gap-repository.js';
import { headOf, listEntries } from './journal-repository.js';
import { lastNumberOf, presentEntry, presentGap } from './present.js';
import { recordsToEnter } from './record-repository.js';
import { restartJournal } from './restart-journal.js';
import { retryEntry } from './retry-entry.js';
import { FIRST_HASH, toEnterAt } from './rules.js';
import {
  EntryAnswer,
  EntryParams,
  GapAnswer,
  GapQuery,
  HeadAnswer,
  JournalQuery,
  RestartAnswer,
  RestartBody,
  SettleBody,
  SyncAnswer,
  SyncBody,
  TillParams,
} from './schemas.js';
import { settleEntry } from './settle-entry.js';
import { syncJournal } from './sync-journal.js';

const tags = ['Till journal'];
const JOURNAL = '/pos/journal/';

/** 200 entries with some lines each; the service reads a batch at once. */
const BATCH_LIMIT_BYTES = 4 * 1_048_576;

export function syncRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  const idempotency = createIdempotency(platform);

  app.post(
    '/pos/sync/',
    {
      // Each entry of the journal that is no sale writes its own.
      config: { access: till('sale.create'), audit: 'none', isJournal: true },
      bodyLimit: BATCH_LIMIT_BYTES,
      schema: {
        tags,
        summary: "Send entries of this till's journal; each is booked once, or held for a person",
        headers: IdempotencyHeaders,
        body: SyncBody,
        response: { 200: SyncAnswer },
      },
    },
    (request, reply) => {
      const caller = tillStaffOf(request);
      const { terminal_id, entries, chain, may_refuse: mayRefuse = false } = request.body;
      const terms = { mayRefuse, chain, origin: originOf(request) };
      return idempotency.run(request, reply, keyScope(caller), async () => ({
        status: 200,
        body: { results: await syncJournal(platform, caller, terminal_id, entries, terms) },
      }));
    },
  );

  app.get(
    '/pos/sync/',
    {
      config: { access: till('sale.create') },
      schema: {
        tags,
        summary: "Where this till's journal stands, for a till that has lost its memory",
        response: { 200: HeadAnswer },
      },
    },
    async request => {
      const { till: place } = tillStaffOf(request);
      const { terminalId, storeId } = place;
      const now = clock.now();
      const head = await headOf(db, terminalId);
      const currency = (await findStore(db, storeId))?.currency ?? '';
      return {
        terminal_id: terminalId,
        chain: head?.chain ?? 1,
        counter: head?.counter ?? 0,
        hash: head?.hash ?? FIRST_HASH,
        last_till_number: lastNumberOf(terminalId, head),
        gaps: (await openGaps(db, { terminalId })).map(presentGap),
        server_time: now.toISOString(),
        denominations: denominationsOf(currency).map(value => formatMoney(value, currency)),
        is_signed: (await signerOf(db, storeId)) !== 'off',
        to_enter: await recordsToEnter(db, place, toEnterAt(now)),
      };
    },
  );
}

/** The journals as the back office sees them. */
export function journalRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  decisionRoutes(app, platform);
  restartRoute(app, platform);
}

const review = { config: { access: staff('shift.review') } };

function readRoutes(app: App, { db, config }: Platform): void {
  app.get(
    JOURNAL,
    {
      ...review,
      schema: {
        tags,
        summary: 'Entries of the tills of your stores, newest first',
        querystring: JournalQuery,
        response: { 200: Type.Array(EntryAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, terminal_id, store, status } = request.query;
      const storeIds = await resolveScope(db, staffOf(request), store);
      const filter = { storeIds, terminalId: terminal_id, status };
      const rows = await listEntries(db, filter, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(row =>
        presentEntry(config, row),
      );
    },
  );

  app.get(
    `${JOURNAL}gaps/`,
    {
      ...review,
      schema: {
        tags,
        summary: 'Entries that tills of your stores have made and not sent',
        querystring: GapQuery,
        response: { 200: Type.Array(GapAnswer) },
      },
    },
    async request => {
      const { terminal_id: terminalId, store } = request.query;
      const storeIds = await resolveScope(db, staffOf(request), store);
      return (await openGaps(db, { storeIds, terminalId })).map(gap => ({
        store: gap.store_id,
        terminal_id: gap.terminal_id,
        ...presentGap(gap),
      }));
    },
  );

  app.get(
    `${JOURNAL}:id/`,
    {
      ...review,
      schema: {
        tags,
        summary: 'An entry of a till',
        params: EntryParams,
        response: { 200: EntryAnswer },
      },
    },
    async request => presentEntry(config, await findEntry(db, staffOf(request), request.params.id)),
  );
}

function decisionRoutes(app: App, platform: Platform): void {
  const { db, clock, config } = platform;
  const idempotency = createIdempotency(platform);
  const decide = { config: { access: staff('refund.issue') } };

  app.post(
    `${JOURNAL}:id/retry/`,
    {
      ...decide,
      schema: {
        tags,
        summary: 'Book a held entry, after its cause is gone',
        headers: IdempotencyHeaders,
        params: EntryParams,
        response: { 200: EntryAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        retryEntry(platform, caller, request.params.id, settle),
      );
    },
  );

  app.post(
    `${JOURNAL}:id/settle/`,
    {
      ...decide,
      schema: {
        tags,
        summary: 'Close a held entry without booking it',
        headers: IdempotencyHeaders,
        params: EntryParams,
        body: SettleBody,
        response: { 200: EntryAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { reason } = request.body;
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(db, async tx => {
          const entry = await settleEntry(tx, caller, request.params.id, reason, clock.now());
          return settle(tx, 200, presentEntry(config, entry));
        }),
      );
    },
  );
}

function restartRoute(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);

  app.post(
    '/terminals/:terminal_id/restart-journal/',
    {
      config: { access: office('store.settings') },
      schema: {
        tags,
        summary: "Close the chain of a till's journal, and begin the next one with counter 1",
        headers: IdempotencyHeaders,
        params: TillParams,
        body: RestartBody,
        response: { 200: RestartAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      const { terminal_id: terminalId } = request.params;
      const { reason } = request.body;
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(platform.db, async tx => {
          const now = platform.clock.now();
          return settle(tx, 200, await restartJournal(tx, caller, { terminalId, reason, now }));
        }),
      );
    },
  );
}
