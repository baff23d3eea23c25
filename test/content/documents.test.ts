import { describe, expect, it } from 'vitest';
import { updatedAtOf } from '../../src/domains/content/documents/document.js';
import {
  attributes,
  choices,
  image,
  moment,
  money,
  rate,
  reference,
  references,
  slug,
  text,
  whole,
} from '../../src/domains/content/documents/fields.js';
import { kinds, manualTypes } from '../../src/domains/content/documents/kinds.js';
import {
  checkReferences,
  OutboundReferenceShapeError,
} from '../../src/domains/content/documents/reference-shape.js';
import { plainText, textLike } from '../../src/domains/content/documents/text.js';
import { requireReferenceShapes } from '../../src/domains/content/outbound/check-references.js';
import { TABLES } from '../../src/domains/content/records/tables-repository.js';
import { contentBackOff, healthStatus, webhookSignature } from '../../src/domains/content/rules.js';
import type { Platform } from '../../src/platform/platform.js';

const names = {
  documentIdOf: (_kind: string, id: string) => (id === 'gone' ? undefined : `doc-${id}`),
  recordIdOf: (id: string) => (id.startsWith('doc-') ? id.slice(4) : undefined),
};
const block = (content: string, more: object = {}) => ({
  _type: 'block',
  children: [{ _type: 'span', text: content }],
  ...more,
});

describe('text', () => {
  it.each([
    ['a string', 'Mug', 'Mug'],
    ['languages', { _type: 'localeString', de: 'Becher', en: 'Mug' }, 'Mug'],
    ['languages without ours', { _type: 'localeString', de: 'Becher', fr: 'Tasse' }, 'Becher'],
    [
      'a list of languages',
      [
        { _key: 'de', value: 'Becher' },
        { _key: 'en', value: 'Mug' },
      ],
      'Mug',
    ],
    ['portable text', [block('One.'), block('Two.')], 'One.\n\nTwo.'],
    [
      'a list',
      [block('a', { listItem: 'bullet' }), block('b', { listItem: 'bullet' })],
      '- a\n- b',
    ],
    ['portable text in languages', { en: [block('Hello')], de: [block('Hallo')] }, 'Hello'],
    ['blocks without text', [{ _type: 'image' }, block('Only this')], 'Only this'],
    ['nothing', [], ''],
    ['a number', 7, undefined],
    ['an object without text', { width: 3 }, undefined],
    ['a list of numbers', [1, 2], undefined],
  ])('is read from %s', (_, value, expected) => {
    expect(plainText(value)).toBe(expected);
  });

  it('is written in the form that the content system has', () => {
    expect(textLike('old', 'new')).toBe('new');
    expect(textLike(undefined, 'new')).toBe('new');
    expect(textLike({ _type: 'localeString', de: 'alt', en: 'old' }, 'new')).toEqual({
      _type: 'localeString',
      de: 'alt',
      en: 'new',
    });
    expect(
      textLike(
        [
          { _key: 'de', value: 'alt' },
          { _key: 'en', value: 'old' },
        ],
        'new',
      ),
    ).toEqual([
      { _key: 'de', value: 'alt' },
      { _key: 'en', value: 'new' },
    ]);
    expect(plainText(textLike([block('old')], 'One.\n\nTwo.'))).toBe('One.\n\nTwo.');
  });
});

describe('fields parse what editors write', () => {
  it.each([
    ['text', text('t', 't', { max: 5 }), ' abcdefg ', 'abcde'],
    ['empty text', text('t', 't', { max: 5 }), null, ''],
    ['required text', text('t', 't', { max: 5, min: 1 }), '  ', undefined],
    ['optional text', text('t', 't', { max: 5, nullable: true }), '', null],
    ['text of a pattern', text('t', 't', { max: 5, pattern: /^\d+$/ }), 'x', undefined],
    ['a slug', slug(20), { current: 'red-mug' }, 'red-mug'],
    ['a slug as text', slug(20), 'red-mug', 'red-mug'],
    ['an invalid slug', slug(20), { current: 'Red Mug' }, undefined],
    ['a number as money', money('m', 'm'), 12.5, '12.50'],
    ['text as money', money('m', 'm'), '12', '12.00'],
    ['money with fractions of a cent', money('m', 'm'), 0.001, undefined],
    ['negative money', money('m', 'm'), -1, undefined],
    ['no money', money('m', 'm', { nullable: true }), null, null],
    ['a rate', rate('r', 'r'), 0.0825, '0.0825'],
    ['a whole rate', rate('r', 'r'), 0, '0'],
    ['a rate of 100 percent', rate('r', 'r'), 1, undefined],
    ['a rate with too many decimals', rate('r', 'r'), 0.12345678, undefined],
    ['a number', whole('w', 'w', { min: 0, max: 9 }), 9, 9],
    ['a number too large', whole('w', 'w', { min: 0, max: 9 }), 10, undefined],
    ['a number as text', whole('w', 'w', { min: 0, max: 9 }), '9', undefined],
    ['a link', image('i', 'i'), 'https://cdn.example/a.png', 'https://cdn.example/a.png'],
    ['an image', image('i', 'i'), { asset: { url: '/a.png' } }, '/a.png'],
    [
      'an image that is only a reference',
      image('i', 'i'),
      { asset: { _ref: 'image-1' } },
      undefined,
    ],
    ['a link that runs code', image('i', 'i'), 'javascript:alert(1)', undefined],
    ['no image', image('i', 'i'), null, ''],
    ['attributes', attributes('a', 'a'), { _type: 'x', color: 'red' }, { color: 'red' }],
    ['attributes that are not text', attributes('a', 'a'), { size: 3 }, undefined],
    ['a moment', moment('m', 'm'), '2026-06-01T12:00:00+02:00', '2026-06-01T10:00:00.000Z'],
    ['text in place of a time', moment('m', 'm'), 'tomorrow', undefined],
    ['a choice of one', choices('c', 'c'), [{ name: 'a' }], undefined],
    [
      'choices',
      choices('c', 'c'),
      [{ name: 'a' }, { name: 'b', weight: 2 }],
      [
        { name: 'a', weight: 1 },
        { name: 'b', weight: 2 },
      ],
    ],
    ['a reference', reference('b', 'b', 'brand'), { _type: 'reference', _ref: 'doc-1' }, '1'],
    ['no reference', reference('b', 'b', 'brand'), null, null],
    ['an unknown reference', reference('b', 'b', 'brand'), { _ref: 'x' }, undefined],
    [
      'references',
      references('c', 'c', 'collection'),
      [{ _ref: 'doc-2' }, { _ref: 'doc-1' }, { _ref: 'doc-2' }],
      ['1', '2'],
    ],
  ])('%s', (_, field, value, expected) => {
    expect(field.read(value, names)).toEqual(expected);
  });

  it('write references', () => {
    expect(reference('b', 'b', 'brand').write('7', names)).toEqual({
      _type: 'reference',
      _ref: 'doc-7',
    });
    expect(reference('b', 'b', 'brand').write(null, names)).toBeNull();
    expect(references('c', 'c', 'collection').write(['7', 'gone'], names)).toEqual([
      { _type: 'reference', _ref: 'doc-7', _key: '7' },
    ]);
  });
});

describe('the shape of references', () => {
  const known = new Set(['brand', 'collections']);

  it.each([
    ['a valid one', { brand: { _type: 'reference', _ref: 'brand-1' } }, []],
    ['none', { brand: null }, []],
    ['no type', { brand: { _ref: 'brand-1' } }, ['brand._type']],
    ['no id', { brand: { _type: 'reference' } }, ['brand._ref']],
    ['an empty id', { brand: { _type: 'reference', _ref: '' } }, ['brand._ref']],
    ['a draft', { brand: { _type: 'reference', _ref: 'drafts.b' } }, ['brand._ref']],
    ['odd characters', { brand: { _type: 'reference', _ref: 'a b' } }, ['brand._ref']],
    ['a bare id', { brand: 'brand-1' }, ['brand']],
    ['a bare id in a list', { collections: ['c-1'] }, ['collections']],
    [
      'deep inside',
      { body: { a: [{ _key: 'k', link: { _ref: 7 } }] } },
      ['body.a[0].link._type', 'body.a[0].link._ref'],
    ],
  ])('%s', (_, fields, paths) => {
    expect(checkReferences(fields, known).errors.map(({ path }) => path)).toEqual(paths);
  });

  it('gives a hint for an item without a key', () => {
    const list = { collections: [{ _type: 'reference', _ref: 'c-1' }] };
    const { errors, advice } = checkReferences(list, known);
    expect([errors, advice.map(({ path }) => path)]).toEqual([[], ['collections[0]']]);
  });

  it('is only logged where the configuration does not enforce it', () => {
    const warnings: unknown[] = [];
    const kind = kinds.find(({ name }) => name === 'product');
    const write = { operation: 'save', id: 'p', type: 'product', fields: { brand: 'x' } } as const;
    const check = (enforceReferenceShapes?: boolean): void => {
      const config = { cms: { enforceReferenceShapes } };
      const log = { warn: (entry: unknown) => warnings.push(entry) };
      if (kind) requireReferenceShapes({ config, log } as unknown as Platform, kind, write);
    };
    expect(() => check()).toThrow(OutboundReferenceShapeError);
    expect(() => check(true)).toThrow(OutboundReferenceShapeError);
    expect(warnings).toEqual([]);
    check(false);
    expect(warnings).toMatchObject([{ document: 'p', findings: [{ path: 'brand' }] }]);
  });

  it('is refused by a typed error that names the path', () => {
    const { errors } = checkReferences({ brand: 'x', collections: ['y'] }, known);
    const error = new OutboundReferenceShapeError('product-1', errors);
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.findings.length]).toEqual(['OutboundReferenceShapeError', 2]);
    expect(error.message).toBe(
      'malformed reference in product-1 at brand: must be a reference and 1 more',
    );
  });
});

describe('sync rules', () => {
  it('identify a webhook by the MD5 of id, revision and type', () => {
    const document = { _id: 'product-1', _rev: 'r1', _type: 'product' };
    expect(webhookSignature(document)).toBe('8d3254593a93f3e297d2dcfc37eb6944');
  });

  it('back off after every failure, and stop after the tenth', () => {
    const pauses = Array.from({ length: 10 }, (_, n) => contentBackOff(n + 1, 0.5));
    expect(pauses).toEqual([
      4_000,
      16_000,
      64_000,
      256_000,
      1_024_000,
      3_600_000,
      3_600_000,
      3_600_000,
      3_600_000,
      undefined,
    ]);
  });

  it('derive the health from backlog and failures', () => {
    const lane = { pending: 0, failed_24h: 0, oldest_pending_seconds: 0, last_processed_at: null };
    expect(healthStatus([lane, lane], 0)).toBe('healthy');
    expect(healthStatus([lane, lane], 1)).toBe('degraded');
    expect(healthStatus([{ ...lane, failed_24h: 1 }, lane], 0)).toBe('degraded');
    expect(healthStatus([lane, { ...lane, oldest_pending_seconds: 300 }], 0)).toBe('degraded');
    expect(healthStatus([lane, { ...lane, oldest_pending_seconds: 299 }], 0)).toBe('healthy');
    expect(healthStatus([lane, { ...lane, oldest_pending_seconds: 3_600 }], 0)).toBe('down');
  });
});

describe('document kinds', () => {
  it('read existing columns of their tables', () => {
    const missing = kinds.flatMap(kind => {
      const { columns, derived = {} } = TABLES[kind.name];
      const known = new Set([...columns, ...Object.keys(derived)]);
      return kind.fields
        .filter(({ column }) => !known.has(column))
        .map(({ name }) => `${kind.name}.${name}`);
    });
    expect(missing).toEqual([]);
  });

  it("never expose secrets, costs, cards or a customer's balance", () => {
    const shown = kinds.flatMap(kind => kind.fields.map(({ column }) => `${kind.name}.${column}`));
    const secret = /hash|cost|card|processor|store_credit\.code|pin_|password|notes/;
    expect(shown.filter(name => secret.test(name))).toEqual([]);
  });

  it('cover every document type of the manual sync', () => {
    expect(manualTypes).toHaveLength(26);
    expect(new Set(manualTypes).size).toBe(26);
  });
});

it.each([
  ['2026-11-15T09:54:00.123Z', '2026-11-15T09:54:00.123Z'],
  ['2026-11-15T09:54:00+01:00', '2026-11-15T08:54:00.000Z'],
  ['+275760-09-13T00:00:00.000Z', undefined],
  ['-000500-01-01T00:00:00.000Z', undefined],
  ['yesterday', undefined],
  [undefined, undefined],
])('a document edited at %s was edited at %s', (_updatedAt, at) => {
  const document = { _id: 'd', _type: 'brand', _rev: 'r', _updatedAt };
  expect(updatedAtOf(document)?.toISOString()).toBe(at);
});
