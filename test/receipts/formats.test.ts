import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderPdf } from '../../src/domains/receipts/render-pdf.js';
import { renderPng } from '../../src/domains/receipts/render-png.js';
import { renderText } from '../../src/domains/receipts/render-text.js';
import { htmlOf } from '../../src/platform/mail/packed-html.js';
import { photo, upload } from '../media/support.js';
import { readEscpos } from '../support/escpos.js';
import { mailsTo, writeMail } from '../support/mails.js';
import { inkOf, linesOf, pdfReaderOrSkip } from '../support/pdf.js';
import { makeTempFolder } from '../support/postgres.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, MUG } from '../transactions/support.js';
import { LOGO, PAPERS } from './papers.js';

const canReadPdf = await pdfReaderOrSkip();

let shop: Shop;
let counter: Counter;
let folder: string;
let sale: string;
const clock = { now: () => new Date('2026-03-02T10:15:00.000Z') };
const CASH = { payment_method_id: 'cash' };

beforeAll(async () => {
  folder = await makeTempFolder();
  shop = await openShop({ background: false, clock, env: { DATA_DIR: folder } });
  counter = counterOf(shop);
  const body = basket([{ ...MUG, quantity: 2 }], '2.06');
  sale = await counter.sold({ ...CASH, tendered_amount: '50.00' }, body);
});
afterAll(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const fetched = async (query: string, number = sale, token?: string) => {
  const answer = await shop.app.inject({
    method: 'GET',
    url: `/transactions/${number}/receipt/?${query}`,
    headers: { authorization: `Bearer ${token ?? (await shop.officeToken())}` },
  });
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    bytes: answer.rawPayload,
    text: answer.body,
    headers: answer.headers,
  };
};
const printed = async (query = '', number = sale, token?: string) =>
  readEscpos((await fetched(`format=escpos${query}`, number, token)).bytes);
const openings = async () =>
  shop.platform.db.selectFrom('drawer_operations').selectAll().orderBy('id').execute();
const link = async (number = sale): Promise<string> =>
  (await counter.get(`/transactions/${number}/receipt/link/`)).body.url;

const textOf = async (bytes: Buffer): Promise<string[]> => {
  const run = promisify(execFile)('pdftotext', ['-layout', '-', '-']);
  run.child.stdin?.end(bytes);
  return linesOf((await run).stdout);
};

describe('the receipt for a printer', () => {
  it('has the lines of the text, the barcode and the link', async () => {
    const reply = await fetched('format=escpos');
    expect([reply.status, reply.type]).toEqual([200, 'application/octet-stream']);
    const paper = readEscpos(reply.bytes);
    const { text } = await fetched('format=text');
    expect(linesOf(paper.lines.join('\n'))).toEqual(linesOf(text));
    expect({ ...paper, lines: [] }).toEqual({
      lines: [],
      barcodes: [sale],
      qrCodes: [await link()],
      pictures: [],
      cuts: 1,
      pulses: 0,
    });
  });

  it('has 32 columns on paper of 58 mm', async () => {
    const narrow = (await fetched('format=text&width=58')).text.split('\n');
    expect(narrow).toContain('TOTAL USD                  27.06');
    expect(narrow).toContain('Change                    -22.94');
    expect(Math.max(...narrow.map(({ length }) => length))).toBe(32);
    expect((await printed('&width=58')).lines).toContain('TOTAL USD                  27.06');
    expect((await fetched('format=text&width=76')).status).toBe(400);
  });

  it('opens the drawer of the till that asks, and records who opened it', async () => {
    const before = await openings();
    const till = await shop.tillToken('EMP001');
    expect((await printed('&drawer=true', sale, till)).pulses).toBe(1);
    const after = await openings();
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({ terminal_id: 'T-001', operation: 'open', reason: sale });
  });

  it('opens no drawer from the desk, of another store, or in another format', async () => {
    const before = await openings();
    const till = await shop.tillToken('EMP001');
    const airport = await shop.tillToken('EMP005');
    expect((await fetched('format=escpos&drawer=true')).status).toBe(403);
    expect((await fetched('format=escpos&drawer=true', sale, airport)).status).toBe(404);
    expect((await fetched('format=text&drawer=true', sale, till)).status).toBe(400);
    expect((await fetched('format=escpos&drawer=true&refund=REF-0', sale, till)).status).toBe(404);
    expect(await openings()).toEqual(before);
  });
});

describe('a gift receipt', () => {
  it('has the goods without prices, and no link to the prices', async () => {
    const text = (await fetched('format=text&gift=true')).text;
    expect(text).toContain('GIFT RECEIPT');
    expect(text).toMatch(/\n {2}2 x\n/);
    expect(text).not.toMatch(/\d\.\d\d/);
    expect(text).toContain(sale);
    const html = (await fetched('gift=true')).text;
    expect(html).not.toMatch(/12\.50|27\.06|50\.00/);
    const paper = await printed('&gift=true');
    expect([paper.barcodes, paper.qrCodes]).toEqual([[sale], []]);
  });
});

describe('a refund slip', () => {
  it('names the amount, the way and the sale, with a line to sign for cash', async () => {
    const number = await counter.sold(CASH);
    const [payment] = await counter.payments(number);
    const till = await shop.tillToken('EMP003');
    const { body } = await counter.refund({ payment: payment?.id, amount: '4.00' }, till);
    const { text } = await fetched(`format=text&refund=${body.refund_id}`, number);
    const lines = text.split('\n');
    expect(lines).toContain(body.refund_id);
    expect(lines).toContain(`Sale ${number}`);
    expect(lines).toContain('Reason: Scratched');
    expect(lines).toContain('REFUND USD                           -4.00');
    expect(lines).toContain('In cash                              -4.00');
    expect(lines).toContain("Customer's signature");
    const paper = await printed(`&refund=${body.refund_id}`, number);
    expect([paper.barcodes, paper.qrCodes]).toEqual([[number], []]);
    // Of another sale it is not found, and a refund has no gift receipt.
    expect((await fetched(`refund=${body.refund_id}`)).status).toBe(404);
    expect((await fetched(`gift=true&refund=${body.refund_id}`, number)).status).toBe(400);
  });
});

describe('a receipt as a picture', () => {
  it.each([
    ['80', 576],
    ['58', 384],
  ])('of %s mm is %i dots wide and has no empty paper', async (width, dots) => {
    const reply = await fetched(`format=png&width=${width}`);
    expect([reply.status, reply.type]).toEqual([200, 'image/png']);
    const { data, info } = await sharp(reply.bytes)
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(dots);
    const darkRows = [...Array(info.height).keys()].filter(y =>
      data
        .subarray(y * info.width * info.channels, (y + 1) * info.width * info.channels)
        .some(dot => dot < 128),
    );
    expect(darkRows[0]).toBeLessThan(40);
    expect(darkRows.at(-1)).toBeGreaterThan(info.height - 40);
  });
});

describe.runIf(canReadPdf)('a receipt as PDF', () => {
  it.each(['80', '58'])('of %s mm has every line of the text on one page', async width => {
    const reply = await fetched(`format=pdf&width=${width}`);
    expect([reply.status, reply.type]).toEqual([200, 'application/pdf']);
    const { text } = await fetched(`format=text&width=${width}`);
    expect(await textOf(reply.bytes)).toEqual(linesOf(text));
    expect(reply.bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it.each([80, 58])('of %s mm fits its paper, with a margin on each side', async width => {
    const ink = await inkOf((await fetched(`format=pdf&width=${width}`)).bytes);
    expect(Math.round(ink.width)).toBe(width);
    for (const margin of [ink.left, ink.right, ink.top, ink.bottom]) {
      expect(margin).toBeGreaterThan(1);
      expect(margin).toBeLessThan(12);
    }
  });
});

describe('every kind of paper', () => {
  const WIDTHS = ['80', '58'] as const;
  const cases = Object.entries(PAPERS).map(([kind, receipt]) => ({ kind, receipt }));

  it.each(cases)('as a picture: a $kind', async ({ receipt }) => {
    const plain = { ...receipt };
    delete plain.logo;
    for (const width of WIDTHS) {
      const options = { width, ...(receipt.logo && { logo: LOGO }) };
      const shown = await sharp(await renderPng(receipt, options)).metadata();
      expect(shown.width).toBe(width === '80' ? 576 : 384);
      const without = await sharp(await renderPng(plain, { width })).metadata();
      // A logo of 160 dots and the gap below it.
      expect((shown.height ?? 0) - (without.height ?? 0)).toBe(receipt.logo ? 172 : 0);
    }
  });

  it.runIf(canReadPdf).each(cases)('as PDF: a $kind', async ({ receipt }) => {
    const content = await sharp(LOGO.data, { raw: { width: 320, height: 160, channels: 1 } })
      .png()
      .toBuffer();
    const logo = { content, width: LOGO.width, height: LOGO.height };
    for (const width of WIDTHS) {
      const title = receipt.number;
      const bytes = await renderPdf(receipt, { width, title, ...(receipt.logo && { logo }) });
      expect(await textOf(bytes)).toEqual(linesOf(renderText(receipt, width)));
      expect(bytes.includes('/Subtype /Image')).toBe(receipt.logo !== undefined);
    }
  });
});

describe('the head of a receipt', () => {
  const change = async (body: object, token?: string) =>
    shop.call('PATCH', '/stores/DOWNTOWN/', { token: token ?? (await shop.officeToken()), body });

  it("has the store's own lines and logo in every format, and in mails", async () => {
    const manager = await shop.officeToken();
    const picture = (await upload(shop, manager, await photo(400, 200))).body;
    const saved = await change({
      receipt_header: 'Open daily 9 to 20\nTax id 12-3456789',
      receipt_footer: 'Thank you!\nCome again',
      receipt_logo_id: picture.id,
    });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ receipt_logo_id: picture.id });
    const { lines, pictures } = await printed();
    for (const line of ['Open daily 9 to 20', 'Tax id 12-3456789', 'Thank you!', 'Come again']) {
      expect(lines.map(each => each.trim())).toContain(line);
    }
    expect(pictures).toEqual([{ width: 320, height: 160 }]);
    const page = await fetched('');
    expect(page.text).toContain(`<img src="${picture.url}" width="200" height="100" alt="">`);
    expect(page.headers['content-security-policy']).toContain("img-src 'self'");
    expect((await fetched('format=png')).status).toBe(200);
    expect((await fetched('format=pdf')).bytes.includes('/Subtype /Image')).toBe(true);
    await counter.post(`/transactions/${sale}/receipt/email/`, { email: 'ada@example.com' });
    const [mail] = await shop.platform.db.selectFrom('mails').selectAll().execute();
    const { publicUrl } = shop.platform.config;
    expect(mail && htmlOf(mail)).toContain(`<img src="${publicUrl}${picture.url}"`);
    expect(mail?.body_text).toContain('Open daily 9 to 20');
    const texts = { subject: 'Paper of {store}', intro: 'Here it is.', closing: 'Bye' };
    await writeMail(shop, 'DOWNTOWN/receipt/en', texts);
    await counter.post(`/transactions/${sale}/receipt/email/`, { email: 'own@example.com' });
    const [own] = await mailsTo(shop, 'own@example.com');
    expect(own?.subject).toBe('Paper of Tillhouse Downtown');
    expect(own?.body_text).toBe(`Here it is.\n\n${mail?.body_text}\nBye\n`);
    expect(own?.body_html).toMatch(/<\/style>\n<p>Here it is\.<\/p>\n<img /);
    // A picture that receipts show stays.
    const refused = await shop.call('DELETE', `/media/${picture.id}/`, { token: manager });
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect((await change({ receipt_logo_id: null })).body.receipt_logo_id).toBe(null);
    expect((await printed()).pictures).toEqual([]);
  });

  it('refuses a logo that does not exist, and cashiers', async () => {
    const token = await shop.officeToken();
    const before = (await shop.call('GET', '/stores/DOWNTOWN/', { token })).body;
    const unknown = await change({ receipt_logo_id: '00000000-0000-4000-8000-00000000dead' });
    expect(unknown.status).toBe(400);
    const cashier = await change({ receipt_header: 'Mine' }, await shop.tillToken('EMP001'));
    expect(cashier.status).toBe(403);
    expect((await shop.call('GET', '/stores/DOWNTOWN/', { token })).body).toEqual(before);
  });
});
