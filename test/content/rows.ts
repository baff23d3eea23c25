import { statement } from '../../src/platform/database/tx.js';
import type { Shop } from '../support/service.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
export type DB_ROW = Record<string, any>;

export const rowsOf = (shop: Shop, sql: string, values: unknown[] = []): Promise<DB_ROW[]> =>
  statement<DB_ROW>(shop.platform.db, sql, values);
