import type { Page } from 'playwright-core';
import type { startPaypalDouble } from '../payments/doubles/paypal.js';

type Vendor = Awaited<ReturnType<typeof startPaypalDouble>>;

const html = (order: string, cancelUrl: string): string => `<!doctype html><title>PayPal</title>
<p>Order ${order}</p>
<a href="/${order}/approved">Pay now</a>
<a href="${cancelUrl}&token=${order}">Cancel and return</a>`;

/**
 * PayPal's page, which tests cannot reach: approves at the double, and sends the shopper back. Returns
 * the addresses that were asked for.
 */
export async function servePaypal(page: Page, vendor: Vendor): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://pay.example/**', route => {
    const url = route.request().url();
    asked.push(url);
    const [, order = '', isApproved] = new URL(url).pathname.split('/');
    const back = vendor.pageOf(order);
    if (back === undefined) return route.fulfill({ status: 404, body: 'no such order' });
    if (isApproved === undefined) {
      return route.fulfill({ contentType: 'text/html', body: html(order, back.cancel_url) });
    }
    vendor.approve(order);
    const location = `${back.return_url}?token=${order}&PayerID=PAYER1`;
    return route.fulfill({ status: 302, headers: { location } });
  });
  return asked;
}
