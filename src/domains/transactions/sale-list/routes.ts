import type { Db } from '../../../platform/database/tx.js';
import { decodeCursor, page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { can, office, staff, staffOf } from '../../access/index.js';
import { csvLine, sendCsv } from '../../spreadsheets/index.js';
import { hasPart } from '../figures/conditions-repository.js';
import { ExportQuery, ListQuery, type Ordering, SaleListed } from '../schemas.js';
import {
  type ExportedSale,
  exportSales,
  type ListedSale,
  listSales,
  type SaleFilter,
  type SaleOrder,
} from './repository.js';
import { saleFilterOf } from './sale-filter.js';

const tags = ['Transactions'];

export function saleListRoutes(app: App, platform: Platform, path: string): void {
  listRoute(app, platform, path);
  exportRoute(app, platform, path);
}

function listRoute(app: App, { db }: Platform, path: string): void {
  app.get(
    path,
    {
      config: { access: staff('sale.read') },
      schema: {
        tags,
        summary: 'List sales',
        querystring: ListQuery,
        response: { 200: Type.Array(SaleListed) },
      },
    },
    async (request, reply) => {
      const { ordering = '-created_at', limit = 50, cursor, ...filters } = request.query;
      const caller = staffOf(request);
      const filter = await saleFilterOf(db, caller, filters);
      const order = orderOf(ordering);
      const [value, id] = decodeCursor(cursor, 2) ?? [];
      const after = id === undefined ? undefined : { value: String(value), id: String(id) };
      const rows = await listSales(db, filter, order, after, limit + 1);
      return page(request, reply, rows, limit, row => [KEYS[order.by](row), row.id]).map(row => ({
        transactionId: row.transaction_number,
        status: row.status,
        totalAmount: row.total_amount,
        store: row.store_id,
        created_at: row.created_at.toISOString(),
        terminal_id: row.terminal_id,
        source_system: row.source_system,
        currency: row.currency,
        employee_name: row.employee_name,
        customer_name: can(caller, 'customer.read') ? row.customer_name : null,
        ...(row.part_amount !== undefined && { part_amount: row.part_amount }),
      }));
    },
  );
}

function exportRoute(app: App, { db }: Platform, path: string): void {
  app.get(
    `${path}export/`,
    {
      config: { access: office('report.read') },
      schema: {
        tags,
        summary: 'The sales that match as a CSV file',
        querystring: ExportQuery,
        response: { 200: { content: { 'text/csv': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const { ordering = '-created_at', ...filters } = request.query;
      const filter = await saleFilterOf(db, staffOf(request), filters);
      return sendCsv(reply, 'transactions.csv', linesOf(db, filter, orderOf(ordering)));
    },
  );
}

const orderOf = (ordering: Ordering): SaleOrder => ({
  by: ordering.replace(/^-/, '') as SaleOrder['by'],
  descending: ordering.startsWith('-'),
});

/** The sort value in the cursor, besides the id; an id already contains the time. */
const KEYS: Record<
  SaleOrder['by'],
  (row: Omit<ListedSale, 'employee_name' | 'customer_name'>) => string
> = {
  created_at: () => '',
  totalAmount: row => row.total_amount,
  transactionId: row => row.transaction_number,
  status: row => row.status,
  store: row => row.store_id,
};

type Columns = Record<string, (sale: ExportedSale) => string | null>;

const COLUMNS: Columns = {
  transactionId: sale => sale.transaction_number,
  status: sale => sale.status,
  store: sale => sale.store_code,
  terminal: sale => sale.terminal_id,
  employee: sale => sale.employee_number,
  customer: sale => sale.customer,
  channel: sale => sale.source_system,
  currency: sale => sale.currency,
  subtotal: sale => sale.subtotal,
  discount: sale => sale.promotion_discount,
  tax: sale => sale.tax_amount,
  shipping: sale => sale.shipping_amount,
  totalAmount: sale => sale.total_amount,
  totalPaid: sale => sale.total_paid,
  price_overridden: sale => String(sale.price_overridden),
  tax_variance: sale => sale.tax_variance,
  created_at: sale => sale.created_at.toISOString(),
  completedAt: sale => sale.completed_at?.toISOString() ?? null,
  notes: sale => sale.notes,
};

const WITH_PART: Columns = { ...COLUMNS, part_amount: sale => sale.part_amount ?? null };

const ROWS_PER_READ = 500;

async function* linesOf(db: Db, filter: SaleFilter, order: SaleOrder): AsyncGenerator<string> {
  const columns = hasPart(filter) ? WITH_PART : COLUMNS;
  yield csvLine(Object.keys(columns));
  let after: { value: string; id: string } | undefined;
  do {
    const sales = await exportSales(db, filter, order, after, ROWS_PER_READ);
    for (const sale of sales) {
      yield csvLine(Object.values(columns).map(cell => cell(sale) ?? ''));
    }
    const last = sales[ROWS_PER_READ - 1];
    after = last && { value: KEYS[order.by](last), id: last.id };
  } while (after !== undefined);
}
