import { describe, expect, it } from 'vitest';
import { processorSecretHeaders } from '../../src/domains/payments/index.js';
import { parseJson } from '../../src/platform/http/json.js';
import { createLog, redacting } from '../../src/platform/log.js';
import { loggablePath, maskCards } from '../../src/platform/redact.js';
import { openShop } from '../support/service.js';

const CARD = '4242424242424242';

describe('card numbers', () => {
  it('are cut to the last four digits wherever a body may contain them', () => {
    const body = {
      payment_details: { cardNumber: '4242 4242 4242 4242', nameOnCard: `Riley ${CARD}` },
      notes: `card 5555-5555-5555-4444 and amex 378282246310005`,
      list: [CARD, { card_number: 4242424242424242 }],
      [CARD]: 'as a name',
    };
    maskCards(body);
    expect(body).toEqual({
      payment_details: { cardNumber: '****4242', nameOnCard: 'Riley ****4242' },
      notes: 'card ****4444 and amex ****0005',
      list: ['****4242', { card_number: '****4242' }],
      '****4242': 'as a name',
    });
  });

  it('are cut in ids of a journal, whose entries are never refused', () => {
    const entry = {
      payment_id: CARD,
      sku: `A ${CARD}`,
      customer_id: '019a0000-0000-7000-8000-000000000001',
    };
    expect(() => maskCards(structuredClone(entry))).toThrow('payment_id');
    maskCards(entry, 'journal');
    expect(entry).toEqual({
      payment_id: '****4242',
      sku: 'A ****4242',
      customer_id: '019a0000-0000-7000-8000-000000000001',
    });
  });

  it('are distinguished from barcodes, tracking numbers, amounts and masked values', () => {
    const body = {
      barcode: '4006381333931',
      tracking_number: '4242424242424242',
      amount: '4242424242.42',
      cardNumber: '****4242',
      phone: '+1 212 555 0101',
    };
    const before = structuredClone(body);
    maskCards(body);
    expect(body).toEqual({ ...before, cardNumber: '4242' });
  });

  it('are cut in fields whose names only sound like a secret', () => {
    const body = { token: CARD, paid: CARD, cardhash: CARD, otp: '123456', cvc: '123' };
    maskCards(body);
    expect(body).toEqual({
      token: '****4242',
      paid: '****4242',
      cardhash: '****4242',
      otp: '123456',
      cvc: null,
    });
  });

  it.each([
    'T-001 Please charge 4242 4242 4242 4242',
    ' 12/27 4242\u20134242\u20134242\u20134242.',
    'no.4242424242424242',
    '４２４２４２４２４２４２４２４２ 123',
  ])('are refused in an id also within other text: %s', typed => {
    expect(() => maskCards({ terminal_id: typed })).toThrow('This looks like a card number');
    expect(() => maskCards({ ids: [typed] })).toThrow('This looks like a card number');
  });

  it('may be part of a longer id by chance', () => {
    const ids = { id: `99${CARD}99`, event_id: `evt_${CARD}0`, order_id: `A-${CARD}` };
    const body = { ...ids };
    maskCards(body);
    expect(body).toEqual(ids);
  });

  it.each(['sku', 'barcode', 'tracking_number'])(
    'are refused in %s if typed as such, while digits alone are an article number',
    key => {
      const typed = { [key]: '4242 4242 4242 4242' };
      expect(() => maskCards(typed)).toThrow(`${key}: This looks like a card number.`);
      const bare = { [key]: CARD };
      maskCards(bare);
      expect(bare).toEqual({ [key]: CARD });
    },
  );

  it('are distinguished from telephone numbers in their own fields', () => {
    const typed = { phone: '+4242 4242 424242', mobile_number: '424242424242424' };
    const body = structuredClone(typed);
    maskCards(body);
    expect(body).toEqual(typed);
    const other = { phone: CARD, contact_phone: '378282246310005' };
    maskCards(other);
    expect(other).toEqual({ phone: '****4242', contact_phone: '****0005' });
  });

  it.each(['id', 'task_id', 'card_id', 'externalId', 'processor_transaction_id', 'store_ids'])(
    'are refused as %s, and never rewritten',
    key => {
      expect(() => maskCards({ [key]: '5110000000075487' })).toThrow(
        `${key}: This looks like a card number; send the id of the record.`,
      );
      expect(() => maskCards({ [key]: ['5110000000075487'] })).toThrow('card number');
      const body = { [key]: '5110000000075488' };
      maskCards(body);
      expect(body).toEqual({ [key]: '5110000000075488' });
    },
  );

  it('are distinguished from ids and digests that consist of digits by chance', () => {
    const body = {
      store_id: '0190aaaa-aaaa-4242-8242-4242424242aa',
      sanity_id: 'drafts.4242aaaa-4242-4242-4242-42424242aaaa',
      digest: `${CARD}aaaaaaaaaaaaaaaa`,
    };
    const before = structuredClone(body);
    maskCards(body);
    expect(body).toEqual(before);
  });

  it('do not include the ids of partners in signed bodies', () => {
    const sent = { id: CARD, data: { payment_id: CARD, note: CARD } };
    expect(parseJson(Buffer.from(JSON.stringify(sent)), 'partner')).toEqual({
      id: CARD,
      data: { payment_id: CARD, note: '****4242' },
    });
  });

  it('are cut by the body parser itself', () => {
    expect(parseJson(Buffer.from(`{"cardNumber":"${CARD}"}`))).toEqual({ cardNumber: '****4242' });
  });
});

describe('the log', () => {
  it('prints no secret, from any logger', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: line => void lines.push(line) });
    log.info(
      {
        pin_code: '1234',
        body: { password: 'hush', deep: { token: 'abc' } },
        headers: { authorization: 'Bearer x', cookie: 'web_session=1' },
      },
      'oops',
    );
    expect(lines.join('')).not.toMatch(/1234|hush|abc|Bearer|web_session=1/);
  });

  it('prints no values of a row that the database refuses', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: line => void lines.push(line) });
    const detail = 'Failing row contains (Robin Guest, +15550100).';
    log.error(
      { err: Object.assign(new Error('violates a rule'), { detail, code: '23514' }) },
      'no',
    );
    expect(lines.join('')).toContain('"code":"23514"');
    expect(lines.join('')).not.toContain('Robin');
  });

  it('prints no signature of a processor', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: line => void lines.push(line) });
    const headers = Object.fromEntries(processorSecretHeaders.map(name => [name, 'sig-4711']));
    redacting(log, processorSecretHeaders).info({ headers, req: { headers }, pin: '1234' }, 'oops');
    expect(lines.join('')).not.toMatch(/sig-4711|1234/);
    expect(lines.join('')).toContain('x-bank-signature');
  });

  it('prints paths without the query, which may contain tokens', async () => {
    expect(loggablePath('/ws/pos-gateway/terminal/T-001/?token=eyJ')).toBe(
      '/ws/pos-gateway/terminal/T-001/',
    );
    expect(loggablePath(`/orders/${CARD}`)).toBe('/orders/****4242');
  });

  it.each([
    ['4242  4242  4242  4242', '/orders/****4242/'],
    ['４２４２４２４２４２４２４２４２', '/orders/****4242/'],
    ['12/27 4242\u00a04242\u00a04242\u00a04242', '/orders/**/** ****4242/'],
  ])('prints the path of %s without the card number behind its escapes', (typed, shown) => {
    expect(loggablePath(`/orders/${encodeURIComponent(typed)}/`)).toBe(shown);
    expect(loggablePath(`/%ff/orders/${encodeURIComponent(typed)}/`)).toBe(`/%ff${shown}`);
    expect(loggablePath('/orders/caf%C3%A9%20a/')).toBe('/orders/caf%C3%A9%20a/');
  });

  it('prints a long path up to its thousandth character, without the card number at the cut', () => {
    const path = `/${'a'.repeat(985)}/4242424242424242/${'b'.repeat(10_000)}`;
    expect(loggablePath(path)).toBe(`/${'a'.repeat(985)}/****4242/bbbb`);
  });

  it('of a running service contains neither PIN nor token nor password', async () => {
    const lines: string[] = [];
    const shop = await openShop({
      log: createLog('trace', { write: line => void lines.push(line) }),
    });
    const token = await shop.tillToken();
    await shop.officeToken();
    await shop.call('GET', `/stores/?token=${token}`, { token });
    await shop.call('POST', '/auth/login/', {
      body: { username: 'manager', password: 'wrong-one-77' },
    });
    await shop.close();
    const text = lines.join('');
    expect(text).toContain('/auth/login/');
    for (const secret of [token, '"1234"', 'manager-demo', 'wrong-one-77'])
      expect(text).not.toContain(secret);
  });
});
