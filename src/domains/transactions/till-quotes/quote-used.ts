import { conflict } from '../../../platform/http/failure.js';

export const quoteUsed = () => conflict('QUOTE_USED', 'Another sale has used this quote.');
