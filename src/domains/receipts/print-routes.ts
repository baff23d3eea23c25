import type { FastifyReply } from 'fastify';
import { atomically } from '../../platform/database/tx.js';
import { forbidden, invalidField } from '../../platform/http/failure.js';
import { OneOf, Params, Query, type Static, Text, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { can, type Staff, staff, staffOf } from '../access/index.js';
import { openDrawer } from '../drawer/index.js';
import { textsIn } from '../texts/index.js';
import { type Sale, visibleSale } from '../transactions/index.js';
import { printReceipt, readPaper } from './print-receipt.js';
import { logoDots, logoFile } from './read-logo.js';
import type { Receipt } from './read-receipt.js';
import { policyOf, renderHtml } from './render-html.js';
import { renderPdf } from './render-pdf.js';
import { renderPng } from './render-png.js';
import { renderText } from './render-text.js';

const FORMATS = ['html', 'text', 'escpos', 'pdf', 'png'] as const;
const Binary = Type.Unsafe<string | Buffer>({ type: 'string', format: 'binary' });

const PrintQuery = Query({
  format: Type.Optional(OneOf(FORMATS, { default: 'html' })),
  width: Type.Optional(
    OneOf(['58', '80'], { default: '80', description: 'Width of the paper in millimetres' }),
  ),
  gift: Type.Optional(Type.Boolean({ description: 'True: the goods without prices' })),
  refund: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'REF number: the slip of a refund' }),
  ),
  drawer: Type.Optional(
    Type.Boolean({
      description:
        'True: the bytes also open the drawer of the till that asks, and the opening is recorded. With format escpos only.',
    }),
  ),
});
type PrintQuery = Static<typeof PrintQuery>;

export function printRoute(app: App, platform: Platform, path: string): void {
  app.get(
    `${path}:transactionId/receipt/`,
    {
      config: { access: staff('sale.read') },
      schema: {
        tags: ['Receipts'],
        summary: 'The receipt of a sale as HTML, text, ESC/POS, PDF or PNG',
        params: Params({ transactionId: Text(300, 1) }),
        querystring: PrintQuery,
        response: {
          200: {
            content: {
              'text/html; charset=utf-8': { schema: Type.String() },
              'text/plain; charset=utf-8': { schema: Type.String() },
              'application/octet-stream': { schema: Binary },
              'application/pdf': { schema: Binary },
              'image/png': { schema: Binary },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const caller = staffOf(request);
      const { query } = request;
      refuseContradictions(query);
      const sale = await visibleSale(platform.db, caller, request.params.transactionId);
      const receipt = await readPaper(platform.db, platform, sale, {
        ...(query.gift && { isGift: true }),
        ...(query.refund !== undefined && { refundId: query.refund }),
      });
      if (query.drawer) await recordOpening(platform, caller, sale);
      return send(reply, platform, receipt, query);
    },
  );
}

function refuseContradictions({ format, gift, refund, drawer }: PrintQuery): void {
  if (gift && refund !== undefined) throw invalidField('gift', 'A refund has no gift receipt.');
  if (drawer && format !== 'escpos') {
    throw invalidField('drawer', 'Only format escpos opens a drawer.');
  }
}

/** Bytes that open a drawer leave the service only with a record of who opened it. */
async function recordOpening(
  { db, clock }: Platform,
  caller: Staff,
  { transaction_number: reason }: Sale,
): Promise<void> {
  if (caller.till === null) throw forbidden('This needs a login at a till.', 'TERMINAL_REQUIRED');
  if (!can(caller, 'drawer.open')) throw forbidden('You may not open the drawer.');
  const opening = { ...caller.till, operatorId: caller.userId, reason, now: clock.now() };
  await atomically(db, tx => openDrawer(tx, { ...opening, byPaper: true }));
}

async function send(
  reply: FastifyReply,
  platform: Platform,
  receipt: Receipt,
  { format = 'html', width = '80', drawer = false }: PrintQuery,
) {
  switch (format) {
    case 'text':
      return reply.type('text/plain; charset=utf-8').send(renderText(receipt, width));
    case 'escpos':
      return reply
        .type('application/octet-stream')
        .header('cache-control', 'no-store')
        .send(await printReceipt(platform, receipt, { width, opensDrawer: drawer }));
    case 'pdf': {
      const logo = await logoFile(platform, receipt);
      const title = textsIn(receipt.language ?? 'en').receipt.title(receipt.number);
      const content = await renderPdf(receipt, { width, title, ...(logo && { logo }) });
      return reply.type('application/pdf').send(content);
    }
    case 'png': {
      const logo = await logoDots(platform, receipt);
      return reply
        .type('image/png')
        .send(await renderPng(receipt, { width, ...(logo && { logo }) }));
    }
    default:
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policyOf(receipt))
        .send(renderHtml(receipt));
  }
}
