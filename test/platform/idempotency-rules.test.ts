import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/platform/http/failure.js';
import {
  canonical,
  createAnswerSeal,
  failureOf,
  isStorable,
  readKey,
  storedAnswer,
} from '../../src/platform/http/idempotency-rules.js';

const seal = createAnswerSeal({ secretKey: 'a secret of this test' });

const failure = (work: () => unknown): Failure => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error('was not refused');
};

describe('the key of a request', () => {
  it.each([
    [{}, undefined],
    [{ 'idempotency-key': 'k-1' }, 'k-1'],
    [{ 'x-idempotency-key': 'k-2' }, 'k-2'],
    [{ 'idempotency-key': 'first', 'x-idempotency-key': 'second' }, 'first'],
    [{ 'idempotency-key': '!' }, '!'],
    [{ 'idempotency-key': '~'.repeat(255) }, '~'.repeat(255)],
  ])('of %j is %j', (headers, key) => {
    expect(readKey(headers)).toBe(key);
  });

  it.each([
    [''],
    ['a b'],
    ['first, second'],
    [' leading'],
    ['trailing '],
    ['tab\t'],
    ['größe'],
    ['\x7f'],
    ['x'.repeat(256)],
  ])('is refused as %j', key => {
    const refusal = failure(() => readKey({ 'idempotency-key': key }));
    expect([refusal.kind, refusal.code, refusal.message]).toEqual([
      'invalid',
      'INVALID_IDEMPOTENCY_KEY',
      'Idempotency-Key takes 1 to 255 visible ASCII characters, once, and no card number.',
    ]);
  });

  it('is refused when it comes twice', () => {
    const twice = ['a', 'b'] as unknown as string;
    expect(failure(() => readKey({ 'idempotency-key': twice })).code).toBe(
      'INVALID_IDEMPOTENCY_KEY',
    );
  });
});

describe('an answer', () => {
  it.each([
    [200, true],
    [201, true],
    [400, true],
    [401, false],
    [402, true],
    [403, false],
    [404, true],
    [409, false],
    [422, true],
    [429, false],
    [499, true],
    [500, false],
    [503, false],
  ])('with status %i is stored: %j', (status, stored) => {
    expect(isStorable(status)).toBe(stored);
  });

  const found = (stored: object) => ({
    fingerprint: seal.fingerprint(mine),
    response_status: 201,
    response_body: seal.close(JSON.stringify(stored)),
  });
  const mine = { method: 'POST', url: '/pay/', body: { amount: 1 } };

  it('that was stored is returned unchanged', () => {
    expect(storedAnswer(found({ body: { total: '13.53' } }), mine, seal)).toEqual({
      status: 201,
      stored: { body: { total: '13.53' } },
    });
  });

  it('that was a refusal is repeated word for word', () => {
    const refused = {
      kind: 'conflict' as const,
      code: 'X',
      message: 'No.',
      extra: { retryAfterSeconds: 5 },
    };
    const { stored } = storedAnswer(found({ failure: refused }), mine, seal);
    expect(stored).toEqual({ failure: refused });
    const again = failureOf({ failure: refused });
    expect(again).toBeInstanceOf(Failure);
    expect([again.kind, again.code, again.message, again.extra]).toEqual([
      'conflict',
      'X',
      'No.',
      { retryAfterSeconds: 5 },
    ]);
  });

  it('is not returned to another request with the same key', () => {
    const refusal = failure(() =>
      storedAnswer(found({ body: 1 }), { ...mine, body: { amount: 2 } }, seal),
    );
    expect([refusal.kind, refusal.code, refusal.message]).toEqual([
      'conflict',
      'IDEMPOTENCY_KEY_BODY_MISMATCH',
      'This key was used with another request body.',
    ]);
  });

  it.each([{ response_status: null }, { response_body: null }])(
    'that is not stored yet must be waited for: %j',
    missing => {
      const refusal = failure(() =>
        storedAnswer({ ...found({ body: 1 }), ...missing }, mine, seal),
      );
      expect([refusal.kind, refusal.code, refusal.message, refusal.extra]).toEqual([
        'conflict',
        'IDEMPOTENCY_KEY_BUSY',
        'A request with this key is still running.',
        { retryAfterSeconds: 1 },
      ]);
    },
  );
});

describe('the encryption of stored answers', () => {
  it('decrypts what it encrypted', () => {
    const sealed = seal.close('{"secret":"Grüße ☕"}');
    expect(seal.open(sealed)).toBe('{"secret":"Grüße ☕"}');
    expect(sealed.includes('secret')).toBe(false);
    expect(sealed).toHaveLength(12 + 16 + Buffer.byteLength('{"secret":"Grüße ☕"}'));
    expect(seal.close('x').equals(seal.close('x'))).toBe(false);
  });

  it('refuses changed data, and data encrypted with another secret', () => {
    const sealed = seal.close('answer');
    for (const at of [0, 12, 28, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => seal.open(changed), String(at)).toThrow();
    }
    expect(() => createAnswerSeal({ secretKey: 'another secret' }).open(sealed)).toThrow();
  });

  it('reads what the key before has sealed, and recognises its requests', () => {
    const before = createAnswerSeal({ secretKey: 'the key before' });
    const both = { secretKey: 'a secret of this test', secretKeyOld: 'the key before' };
    const rotating = createAnswerSeal(both);
    const request = { method: 'POST', url: '/pay/', body: { a: 1 } };
    expect(rotating.open(before.close('answer'))).toBe('answer');
    expect(rotating.isOf(before.fingerprint(request), request)).toBe(true);
    expect(rotating.isOf(before.fingerprint(request), { ...request, body: { a: 2 } })).toBe(false);
    expect(seal.open(rotating.close('answer'))).toBe('answer');
    expect(rotating.fingerprint(request)).toEqual(seal.fingerprint(request));
  });

  const print = (method: string, url: string, body?: unknown): string =>
    seal.fingerprint({ method, url, body }).toString('hex');

  it('fingerprints a request by method, path and body', () => {
    const first = print('POST', '/pay/', { a: 1, b: 2 });
    expect(first).toHaveLength(64);
    expect(print('POST', '/pay', { b: 2, a: 1 })).toBe(first);
    expect(print('POST', '/pay//?x=1', { a: 1, b: 2 })).toBe(first);
    expect(print('PUT', '/pay/', { a: 1, b: 2 })).not.toBe(first);
    expect(print('POST', '/pay/1/', { a: 1, b: 2 })).not.toBe(first);
    expect(print('POST', '/p/ay/', { a: 1, b: 2 })).not.toBe(first);
    expect(print('POST', '/pay/', { a: 1, b: 3 })).not.toBe(first);
    expect(print('POST', '/pay/')).toBe(print('POST', '/pay/', null));
    expect(
      createAnswerSeal({ secretKey: 'x' }).fingerprint({ method: 'POST', url: '/pay/' }),
    ).not.toEqual(seal.fingerprint({ method: 'POST', url: '/pay/' }));
  });

  it('fingerprints the body as it was received', () => {
    const request = { method: 'POST', url: '/pay/', body: { a: 1 }, receivedBody: '{"a":1,"x":2}' };
    const first = seal.fingerprint(request);
    expect(first).toEqual(seal.fingerprint({ ...request, body: { a: 1, x: 2 } }));
    expect(seal.isOf(first, request)).toBe(true);
    expect(seal.isOf(first, { ...request, receivedBody: '{"a":1}' })).toBe(false);
    expect(seal.isOf(seal.fingerprint({ ...request, receivedBody: null }), request)).toBe(false);
  });

  it('has separate keys for each use', () => {
    // Fixed, because stored answers and fingerprints must remain valid after an upgrade.
    const earlier = '6b99b64cb07e63a06aed15f77e69b8bb56f063192bf4121b8e1f1a5dd415ba49';
    const request = { method: 'POST', url: '/pay/', body: { a: 1 } };
    expect(seal.isOf(Buffer.from(earlier, 'hex'), request)).toBe(true);
    expect(seal.isOf(Buffer.from(earlier, 'hex'), { ...request, body: { a: 2 } })).toBe(false);
    expect(print('POST', '/pay/', { a: 1 })).not.toBe(earlier);
    const stored = Buffer.from(
      '6abb45710f5611ab1329aa8239cdbb3ae55d4aacb9a850774a5ac01668315835abf33d346e68539c5767b1202c84cf9705fceb',
      'hex',
    );
    expect(seal.open(stored)).toBe('kept before the upgrade');
  });
});

describe('the canonical form', () => {
  it.each([
    [{ b: [1, 2], a: { d: 1, c: null } }, '{"a":{"c":null,"d":1},"b":[1,2]}'],
    [{ c: 1, a: 1, b: undefined, d: 1 }, '{"a":1,"c":1,"d":1}'],
    [[], '[]'],
    [{}, '{}'],
    [null, 'null'],
    [undefined, 'null'],
    ['a"b', '"a\\"b"'],
    [1.5, '1.5'],
    [true, 'true'],
  ])('of %j is %s', (value, text) => {
    expect(canonical(value)).toBe(text);
  });

  it('keeps the order of a list', () => {
    expect(canonical([2, 1])).toBe('[2,1]');
  });
});
