import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOWNTOWN_ID, openShop, type Shop } from './support.js';

let shop: Shop;
let manager: string;
let admin: string;
beforeAll(async () => {
  shop = await openShop();
  admin = await shop.officeToken('admin');
  const person = {
    role: 'manager',
    username: 'downtown',
    password: 'downtown-demo',
    employee_number: 'EMP079',
    store_ids: [DOWNTOWN_ID],
  };
  await shop.call('POST', '/users/', { token: admin, body: person });
  manager = await shop.officeToken('downtown');
});
afterAll(() => shop.close());

type LegalText = { kind: string; language: string; body: string; is_default: boolean };

const read = (store: string, token = manager) =>
  shop.call('GET', `/legal-texts/${store}/`, { token });
const write = (store: string, texts: object[], token = manager) =>
  shop.call('PUT', `/legal-texts/${store}/`, { token, body: { texts } });
const own = (texts: LegalText[]) => texts.filter(text => !text.is_default);
const inShop = (query: string) => shop.call('GET', `/web-commerce/legal/${query}`);

describe('legal texts', () => {
  it('have a default for each kind and language, with the data of the store', async () => {
    const { status, body } = await read('DOWNTOWN');
    expect([status, body.store, body.texts.length]).toEqual([200, DOWNTOWN_ID, 8]);
    expect(own(body.texts)).toEqual([]);
    const imprint = body.texts.find(
      ({ kind, language }: LegalText) => kind === 'imprint' && language === 'de',
    );
    expect(imprint.body).toBe(
      '# Angaben zum Anbieter\n\nTillhouse Downtown\n12 Main Street\n10001 New York\nVereinigte Staaten\n\nTelefon: +1 212 555 0101\nE-Mail: downtown@example.com',
    );
  });

  it('are replaced as a whole; an empty one is the default again', async () => {
    const terms = { kind: 'terms', language: 'en', body: 'Our terms.\r\nSecond line. ' };
    const saved = await write('DOWNTOWN', [terms]);
    expect(saved.status).toBe(200);
    expect(own(saved.body.texts)).toEqual([
      { kind: 'terms', language: 'en', body: 'Our terms.\nSecond line.', is_default: false },
    ]);
    const shown = await inShop(`terms/?store_id=${DOWNTOWN_ID}&language=en`);
    expect(shown.body).toEqual({
      kind: 'terms',
      language: 'en',
      body: 'Our terms.\nSecond line.',
      is_default: false,
    });
    expect((await inShop('terms/?store_id=AIRPORT')).body).toMatchObject({
      language: 'de',
      is_default: true,
    });
    expect(own((await write('DOWNTOWN', [{ ...terms, body: ' ' }])).body.texts)).toEqual([]);
  });

  it('refuse what does not fit, and stay as they were', async () => {
    const terms = { kind: 'terms', language: 'en', body: 'Ours.' };
    await write('DOWNTOWN', [terms]);
    for (const texts of [
      [terms, terms],
      [{ ...terms, kind: 'secrets' }],
      [{ ...terms, language: 'fr' }],
      [{ ...terms, body: 'x'.repeat(50_001) }],
    ]) {
      expect((await write('DOWNTOWN', texts)).status).toBe(400);
    }
    expect(own((await read('DOWNTOWN')).body.texts)).toMatchObject([{ body: 'Ours.' }]);
    expect((await inShop('secrets/?store_id=DOWNTOWN')).status).toBe(400);
    expect((await inShop('terms/?store_id=NOWHERE')).body.code).toBe('UNKNOWN_STORE');
  });

  it('of another store are not found', async () => {
    const airport = { kind: 'terms', language: 'en', body: 'Not mine.' };
    expect((await read('AIRPORT')).status).toBe(404);
    expect((await write('AIRPORT', [airport])).status).toBe(404);
    expect(own((await read('AIRPORT', admin)).body.texts)).toEqual([]);
  });

  it('that somebody changed meanwhile are not overwritten', async () => {
    const before = await read('DOWNTOWN');
    await write('DOWNTOWN', [{ kind: 'returns', language: 'en', body: 'First.' }]);
    const late = await shop.call('PUT', '/legal-texts/DOWNTOWN/', {
      token: manager,
      headers: { 'if-match': String(before.headers.etag) },
      body: { texts: [{ kind: 'returns', language: 'en', body: 'Second.' }] },
    });
    expect([late.status, late.body.code]).toEqual([412, 'CHANGED']);
    expect(own((await read('DOWNTOWN')).body.texts)).toMatchObject([{ body: 'First.' }]);
  });
});
