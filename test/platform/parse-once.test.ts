import { expect, it } from 'vitest';
import { parseOnce } from '../../src/platform/cache/index.js';

type Store = { name: string; taxes: string[] };

it('parses a text again only when it has changed, for each key apart', () => {
  const parsed: string[] = [];
  const read = parseOnce(text => {
    parsed.push(text);
    return JSON.parse(text) as Store;
  });
  const old = read('store:1', '{"name":"Old","taxes":["VAT"]}');
  expect(read('store:1', '{"name":"Old","taxes":["VAT"]}')).toBe(old);
  expect(read('store:2', '{"name":"Other","taxes":[]}')).toEqual({ name: 'Other', taxes: [] });
  expect(read('store:1', '{"name":"New","taxes":[]}')).toEqual({ name: 'New', taxes: [] });
  expect(parsed).toHaveLength(3);
});

it('freezes the value, which all readers share', () => {
  const read = parseOnce(text => JSON.parse(text) as Store);
  const store = read('store:1', '{"name":"Old","taxes":["VAT"]}');
  expect(() => store.taxes.push('GST')).toThrow(TypeError);
  expect(() => {
    store.name = 'New';
  }).toThrow(TypeError);
});
