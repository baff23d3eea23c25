import type { Domain } from '../domain.js';
import { mailTemplateRoutes } from './mail-templates/routes.js';
import { reportRoutes } from './reports/routes.js';
import { routes } from './routes.js';

export { COLUMNS_OF } from './columns.js';
export { MAIL_TEMPLATES_SECTION } from './mail-templates/section.js';
export { CODE_KINDS, type CodeSlip, printCodeSlip } from './print-code-slip.js';
export { printReceipt, readPaper, readTicket } from './print-receipt.js';
export { linkEnds, receiptUrl } from './receipt-link.js';
export { encodeEscpos, encodePulse } from './render-escpos.js';
export { printReport } from './reports/print-report.js';

export const receipts: Domain = {
  name: 'receipts',
  routes: {
    office: (app, platform) => {
      routes(app, platform);
      mailTemplateRoutes(app, platform);
      reportRoutes(app, platform);
    },
  },
};
