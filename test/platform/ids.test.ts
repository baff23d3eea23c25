import { expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';

test('sorts ids of one millisecond in the order of creation, after those of earlier ones', () => {
  const at = new Date('2030-05-06T12:00:00.123Z');
  const earlier = newId(new Date(at.getTime() - 1));
  const ids = [earlier, ...Array.from({ length: 10_000 }, () => newId(at))];
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(10_001);
});

test('creates distinct ids that sort by creation and contain their time', () => {
  const from = Date.now();
  const ids = Array.from({ length: 5_000 }, () => newId());
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids.map(id => id.slice(24))).size).toBeGreaterThan(4_990);
  const [first] = ids as [string];
  const at = Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16);
  expect(at).toBeGreaterThanOrEqual(from);
  expect(at).toBeLessThanOrEqual(Date.now());
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
