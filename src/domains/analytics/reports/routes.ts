import type { FastifyReply } from 'fastify';
import { Query, type Static, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { type Staff, staff, staffOf } from '../../access/index.js';
import { cover } from '../rollup/cover.js';
import { localDay } from '../rollup/rules.js';
import { csvOf, fileName } from './csv.js';
import type { Report } from './report.js';
import {
  Envelope,
  GlobalQuery,
  type Meta,
  type Part,
  REPORT_PARAMETERS,
  type ReportQuery,
} from './schemas.js';
import { mainCurrency, storesOf, zoneOf } from './scope.js';
import { windowOf } from './window.js';

const YEAR = { minDays: 1, maxDays: 366 };

type QueryInput = Static<typeof ReportQuery>;

const querySchema = ({ isGlobal, filters }: Report) =>
  isGlobal ? GlobalQuery : Query({ ...REPORT_PARAMETERS, ...filters });
type Rows = Record<Part, Record<string, unknown>[]>;

export function reportRoutes(app: App, platform: Platform, reports: readonly Report[]): void {
  for (const report of reports) reportRoute(app, platform, report);
}

function reportRoute(app: App, platform: Platform, report: Report): void {
  app.get(
    `/analytics/${report.path}/`,
    {
      config: { access: staff('report.read') },
      schema: {
        tags: ['Analytics'],
        summary: report.summary,
        querystring: querySchema(report),
        response: {
          200: {
            content: {
              'application/json': { schema: Envelope(report.data) },
              'text/csv': { schema: Type.String() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const query = request.query as QueryInput;
      const { meta, data } = await answer(platform, report, staffOf(request), query);
      if (query.format !== 'csv') return { meta, data };
      const part = query.part ?? report.table;
      return sendCsv(reply, fileName(report.path, meta.store_code, meta), {
        columns: columnsOf(report, part),
        rows: (data as Rows)[part],
      });
    },
  );
}

async function answer(
  platform: Platform,
  report: Report,
  caller: Staff,
  query: QueryInput,
): Promise<{ meta: Static<typeof Meta>; data: unknown }> {
  const now = platform.clock.now();
  const stores = report.isGlobal ? [] : await storesOf(platform, caller, query.store);
  const timeZone = zoneOf(stores);
  const window = windowOf(query, localDay(now, timeZone), report.limits ?? YEAR);
  const currency = query.currency ?? mainCurrency(stores);
  const currencies = new Set(stores.map(store => store.currency));
  const coverage = await cover(platform.replica, stores, window, now);
  const data = await report.read({
    reader: platform.replica,
    now,
    stores,
    window,
    currency: currency ?? '',
    coverage,
    filters: query as Record<string, string | undefined>,
  });
  const [store] = query.store === undefined ? [] : stores;
  const meta = {
    generated_at: now.toISOString(),
    ...window,
    store: store?.id ?? null,
    store_code: store?.code ?? null,
    currency: currency ?? null,
    other_currencies: [...currencies].filter(other => other !== currency).sort(),
    time_zone: timeZone,
  };
  return { meta, data };
}

/** Taken from the schema, so that an empty report has a header too. */
function columnsOf(report: Report, part: keyof Rows): string[] {
  const { properties } = report.data as unknown as {
    properties: Record<keyof Rows, { items: { properties: object } }>;
  };
  return Object.keys(properties[part].items.properties);
}

function sendCsv(
  reply: FastifyReply,
  name: string,
  { columns, rows }: { columns: string[]; rows: Record<string, unknown>[] },
): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(csvOf(columns, rows));
}
