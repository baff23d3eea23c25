import { atomically } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { page } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff } from '../../access/index.js';
import { cursorKey, listProducts, positionOf, readOrdering } from '../../catalog/index.js';
import { productsOfSupplier } from '../../suppliers/index.js';
import { findList } from '../lists/repository.js';
import { changeRows } from './change-rows.js';
import { presentRow, presentRowChanges } from './present.js';
import { rowsOf } from './rows.js';
import { GridBody, GridChangesAnswer, GridQuery, GridRowAnswer, gridChanged } from './schemas.js';

const tags = ['Products'];
/** Products of a page; each has some variants. */
const DEFAULT_PRODUCTS = 50;

export function gridRoutes(app: App, { db, config, clock }: Platform): void {
  app.get(
    '/catalog-rows/',
    {
      config: { access: staff('catalog.read') },
      schema: {
        tags,
        summary: 'List variants with the cells that are edited together; `limit` counts products',
        querystring: GridQuery,
        response: { 200: Type.Array(GridRowAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_PRODUCTS, cursor, ordering: text, ...rest } = request.query;
      const { price_list: ref, supplier, ...own } = rest;
      const filter = { ...own, ...(supplier && { among: productsOfSupplier(supplier) }) };
      const ordering = readOrdering(text);
      const list = ref === undefined ? undefined : await findList(db, ref);
      if (ref !== undefined && list === undefined) {
        throw invalidField('price_list', 'There is no such price list.');
      }
      const found = await listProducts(
        db,
        filter,
        ordering,
        positionOf(cursor, ordering),
        limit + 1,
      );
      const products = page(request, reply, found, limit, row => cursorKey(ordering, row));
      const column = { list, currency: list?.currency ?? config.baseCurrency };
      const rows = await rowsOf(db, products, column, clock.now());
      return rows.map(presentRow);
    },
  );

  app.post(
    '/products/bulk/',
    {
      config: { access: staff('catalog.chain') },
      schema: {
        tags,
        summary: 'Change cells of many variants, all or none; a dry run shows before and after',
        body: GridBody,
        response: { 200: GridChangesAnswer, 412: gridChanged },
      },
    },
    async request => {
      const { dry_run: isDryRun = false, ...body } = request.body;
      const { baseCurrency } = config;
      const planned = await atomically(db, tx =>
        changeRows(tx, body, { baseCurrency, isDryRun, now: clock.now() }),
      );
      return presentRowChanges(planned, isDryRun);
    },
  );
}
