import { lineTables } from './line-tables.js';
import { closingTable, masterTables } from './master-tables.js';
import { receiptTables } from './receipt-tables.js';
import { sumTables } from './sum-tables.js';
import type { Export, Table } from './table.js';

/** Every table of the set, in the order of its index. */
export const tablesOf = (data: Export): Table[] => [
  closingTable(data),
  ...masterTables(data),
  ...sumTables(data),
  ...receiptTables(data),
  ...lineTables(data),
];
