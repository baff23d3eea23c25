import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/paginate.js';
import { type Static, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { formatMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staffOf } from '../../access/index.js';
import { formatRate, parseRate } from '../../pricing/index.js';
import { csvOf } from '../reports/csv.js';
import { ACCOUNT_NAMES, accountsOf, type JournalSettings } from './accounts.js';
import { inWindows1252 } from './datev.js';
import { exportJournals } from './export-journals.js';
import {
  datevFile,
  type Journal,
  presentJournal,
  readEntryItems,
  readJournal,
  visibleStore,
} from './read-journal.js';
import { saveSettings } from './save-settings.js';
import {
  EntryItem,
  EntryItemsQuery,
  JournalAnswer,
  JournalExportQuery,
  JournalQuery,
  SettingsAnswer,
  SettingsBody,
  SettingsParams,
} from './schemas.js';
import { settingsOf } from './settings-repository.js';

const tags = ['Accounting'];
const COLUMNS = [
  'date',
  'currency',
  'kind',
  'rate',
  'method',
  'account',
  'debit',
  'credit',
  'country',
];

export function journalRoutes(app: App, platform: Platform): void {
  app.get(
    '/reports/journal/',
    {
      config: { access: office('report.read') },
      schema: {
        tags,
        summary: 'The daily journal of a store for its accounting',
        description:
          "By days of the store, today unless given; 92 days at most. `datev` needs the store's journal settings.",
        querystring: JournalQuery,
        response: {
          200: {
            content: {
              'application/json': { schema: JournalAnswer },
              'text/csv': { schema: Type.String() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { format = 'json' } = request.query;
      const journal = await readJournal(platform, staffOf(request), request.query);
      if (format === 'json') return presentJournal(journal);
      const file = fileOf(journal, format, platform.clock.now());
      reply
        .type(`text/csv; charset=${file.charset}`)
        .header('content-disposition', `attachment; filename="${file.name}"`);
      // TypeBox has no type of a file: the schema of the answer is a text.
      return file.body as unknown as string;
    },
  );
  exportRoute(app, platform);
  itemsRoute(app, platform);
  settingsRoutes(app, platform);
}

function exportRoute(app: App, platform: Platform): void {
  app.get(
    '/reports/journal/export/',
    {
      config: { access: office('report.read') },
      schema: {
        tags,
        summary: 'The daily journals of several stores in one file',
        description:
          '`csv` is one table with the store in each row, `datev` a ZIP with a file for each ' +
          'store. At most 7,000 days of stores: 200 stores for a month, or one for a year.',
        querystring: JournalExportQuery,
        response: {
          200: {
            content: {
              'text/csv': { schema: Type.String() },
              'application/zip': { schema: Type.String() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const file = await exportJournals(platform, staffOf(request), request.query);
      reply.type(file.type).header('content-disposition', `attachment; filename="${file.name}"`);
      // TypeBox has no type of a file: the schema of the answer is a text.
      return file.body as unknown as string;
    },
  );
}

function itemsRoute(app: App, platform: Platform): void {
  app.get(
    '/reports/journal/items/',
    {
      config: { access: office('report.read') },
      schema: {
        tags,
        summary: 'The sales behind an entry of the journal, by number',
        description: 'Debit less credit of the items is debit less credit of the entry.',
        querystring: EntryItemsQuery,
        response: { 200: Type.Array(EntryItem) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const [after] = decodeCursor(cursor, 1) ?? [];
      const { currency, items } = await readEntryItems(platform, staffOf(request), request.query);
      const rest = items.filter(({ sale }) => after === undefined || (sale ?? '') > String(after));
      const key = (item: (typeof items)[number]) => [item.sale ?? ''];
      return page(request, reply, rest, limit, key).map(item => ({
        transaction_id: item.sale,
        currency,
        debit: formatMoney(item.debitMinor, currency),
        credit: formatMoney(item.creditMinor, currency),
      }));
    },
  );
}

function fileOf(journal: Journal, format: 'csv' | 'datev', now: Date) {
  const { from, to, store } = journal;
  const name = `${store.code}-${from}-to-${to}.csv`;
  return format === 'datev'
    ? {
        name: `EXTF_${name}`,
        charset: 'windows-1252',
        body: inWindows1252(datevFile(journal, now)),
      }
    : {
        name: `journal-${name}`,
        charset: 'utf-8',
        body: csvOf(COLUMNS, rowsOf(presentJournal(journal))),
      };
}

const rowsOf = ({ days }: Static<typeof JournalAnswer>) =>
  days.flatMap(({ date, currency, entries }) =>
    entries.map(entry => ({ date, currency, ...entry })),
  );

function settingsRoutes(app: App, platform: Platform): void {
  app.get(
    '/journal-settings/:store/',
    {
      config: { access: office('report.read') },
      schema: {
        tags,
        summary: "Account numbers of a store's journal",
        params: SettingsParams,
        response: { 200: SettingsAnswer },
      },
    },
    async request => {
      const store = await visibleStore(platform, staffOf(request), request.params.store);
      return present(store.id, await settingsOf(platform.db, store.id));
    },
  );

  app.put(
    '/journal-settings/:store/',
    {
      config: { access: office('store.settings') },
      schema: {
        tags,
        summary: "Replace the account numbers of a store's journal",
        params: SettingsParams,
        body: SettingsBody,
        response: { 200: SettingsAnswer },
      },
    },
    async request => {
      const store = await visibleStore(platform, staffOf(request), request.params.store);
      const settings = inUsualRates(request.body as JournalSettings);
      await saveSettings(platform, store.id, settings);
      return present(store.id, await settingsOf(platform.db, store.id));
    },
  );
}

/** `0.190` is kept as `0.19`, as sales write it. */
const inUsualRates = (settings: JournalSettings): JournalSettings => ({
  ...settings,
  revenue_accounts: settings.revenue_accounts.map(one => ({
    ...one,
    rate: formatRate(parseRate(one.rate)),
  })),
});

const present = (store: string, settings: JournalSettings) => {
  const { named } = accountsOf(settings);
  return {
    store,
    chart: settings.chart,
    account_digits: settings.account_digits,
    accounts: settings.accounts,
    method_accounts: settings.method_accounts,
    revenue_accounts: [...settings.revenue_accounts],
    consultant_number: settings.consultant_number,
    client_number: settings.client_number,
    fiscal_year_month: settings.fiscal_year_month,
    used_accounts: Object.fromEntries(ACCOUNT_NAMES.map(name => [name, named(name)])),
  };
};
