import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export { emailReceipt } from './email-receipt.js';
export { readReceipt } from './read-receipt.js';
export { renderHtml } from './render-html.js';
export { renderText } from './render-text.js';

export const receipts: Domain = { name: 'receipts', routes: { office: routes } };
