import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Db } from '../../platform/database/tx.js';
import type { Failure } from '../../platform/http/failure.js';
import { Query, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office, type Permission, type Staff, seesCosts, staffOf } from '../access/index.js';
import { bulkChangeRoutes } from './bulk/routes.js';
import { csvLine } from './csv.js';
import { decodeFile } from './decode-file.js';
import { presentImport } from './imports/read-import.js';
import { uploadRoutes } from './imports/routes.js';
import { startImport } from './imports/start-import.js';
import { ImportAnswer, ImportQuery } from './schemas.js';
import { sendCsv } from './send-csv.js';
import type { OwnKind } from './sheets/sheet.js';
import { SHEETS } from './sheets/sheets.js';

const tags = ['Spreadsheets'];
/** Enough for some hundred thousand rows; other routes keep the default body limit. */
const MAX_FILE_BYTES = 10 * 1_048_576;

type File = {
  kind: OwnKind;
  path: string;
  /** To import; reading the same records back needs `read`. */
  permission: Permission;
  read: Permission;
  what: string;
};

const FILES: File[] = [
  {
    kind: 'products',
    path: '/products/',
    permission: 'catalog.chain',
    read: 'catalog.manage',
    what: 'products',
  },
  {
    kind: 'inventory_levels',
    path: '/inventory-levels/',
    permission: 'stock.adjust',
    read: 'stock.adjust',
    what: 'stock levels',
  },
  {
    kind: 'prices',
    path: '/prices/',
    permission: 'catalog.chain',
    read: 'catalog.read',
    what: 'prices',
  },
];

export function routes(app: App, platform: Platform): void {
  // A separate scope, because only these routes accept CSV, and nothing else.
  app.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => {
      try {
        done(null, decodeFile(body as Buffer));
      } catch (error) {
        done(error as Failure, undefined);
      }
    });
    importRoutes(scope.withTypeProvider<TypeBoxTypeProvider>(), platform);
  });
  exportRoutes(app, platform);
  uploadRoutes(app, platform);
  bulkChangeRoutes(app, platform);
}

function importRoutes(app: App, platform: Platform): void {
  for (const { kind, path, permission, what } of FILES) {
    app.post(
      `${path}import/`,
      {
        config: { access: office(permission) },
        bodyLimit: MAX_FILE_BYTES,
        schema: {
          tags,
          summary: `Import ${what} from a CSV file of up to 10 MiB`,
          consumes: ['text/csv'],
          querystring: ImportQuery,
          response: { 202: ImportAnswer },
        },
      },
      async (request, reply) => {
        const content = typeof request.body === 'string' ? request.body : '';
        const { dry_run: dryRun = false } = request.query;
        const file = await startImport(platform, staffOf(request), { kind, content, dryRun });
        reply.header('location', `/imports/${file.id}/`);
        return reply.code(202).send(await presentImport(platform.db, file, []));
      },
    );
  }
}

function exportRoutes(app: App, { db }: Platform): void {
  for (const { kind, path, read, what } of FILES) {
    app.get(
      `${path}export/`,
      {
        config: { access: office(read) },
        schema: {
          tags,
          summary: `The ${what} that match as a CSV file that can be imported again`,
          querystring: Query(SHEETS[kind].filters),
          response: { 200: { content: { 'text/csv': { schema: Type.String() } } } },
        },
      },
      async (request, reply) =>
        sendCsv(reply, fileName(kind), linesOf(db, kind, staffOf(request), request.query)),
    );
  }
}

async function* linesOf(
  db: Db,
  kind: OwnKind,
  caller: Staff,
  filters: Record<string, unknown>,
): AsyncGenerator<string> {
  const { columns, rows } = SHEETS[kind];
  // A column that is left out is not changed when the file is imported again; an empty one is.
  const isShown = columns.map(({ name }) => name !== 'cost' || seesCosts(caller));
  const shown = (cells: readonly string[]) => csvLine(cells.filter((_, index) => isShown[index]));
  yield shown(columns.map(column => column.name));
  for await (const cells of rows(db, caller, filters)) yield shown(cells);
}

/** `inventory-levels.csv` */
const fileName = (kind: OwnKind): string => `${kind.replace('_', '-')}.csv`;
