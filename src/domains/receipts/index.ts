import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export { COLUMNS_OF } from './columns.js';
export { printReceipt, readPaper, readTicket } from './print-receipt.js';
export { receiptUrl } from './receipt-link.js';
export { encodeEscpos } from './render-escpos.js';

export const receipts: Domain = { name: 'receipts', routes: { office: routes } };
