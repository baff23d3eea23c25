import { anybody } from '../../platform/http/access.js';
import { notFound } from '../../platform/http/failure.js';
import { Answer, Params, Text, Timestamp, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff, staffOf } from '../access/index.js';
import { findSale, visibleSale } from '../transactions/index.js';
import { readReceipt } from './read-receipt.js';
import { linkEnds, receiptUrl, saleOfToken } from './receipt-link.js';
import { policyOf, renderHtml } from './render-html.js';

const tags = ['Receipts'];

export function linkRoute(app: App, { db, config }: Platform, path: string): void {
  app.get(
    `${path}:transactionId/receipt/link/`,
    {
      config: { access: staff('sale.read') },
      schema: {
        tags,
        summary: 'The address of the receipt page, for a QR code that the customer scans',
        params: Params({ transactionId: Text(300, 1) }),
        response: { 200: Answer({ url: Type.String(), expires_at: Timestamp }) },
      },
    },
    async request => {
      const sale = await visibleSale(db, staffOf(request), request.params.transactionId);
      return {
        url: receiptUrl(config, sale.id),
        expires_at: linkEnds(sale).toISOString(),
      };
    },
  );
}

/** The link shows the receipt and nothing else. */
export function pageRoute(app: App, { db, clock, config }: Platform): void {
  app.get(
    '/receipts/:token/',
    {
      config: { access: anybody },
      schema: {
        tags,
        summary: 'A receipt as a web page, by the token of its link',
        params: Params({ token: Text(100, 1) }),
        response: {
          200: { content: { 'text/html; charset=utf-8': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const id = saleOfToken(config, request.params.token);
      const sale = id === undefined ? undefined : await findSale(db, { id });
      if (sale === undefined || linkEnds(sale) <= clock.now()) throw notFound('Receipt');
      const receipt = await readReceipt(db, config, sale);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policyOf(receipt))
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .header('referrer-policy', 'no-referrer')
        .send(renderHtml(receipt));
    },
  );
}
