import { expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.js';

test('ids of one moment sort in the order they were made, and after those of earlier moments', () => {
  const at = new Date('2030-05-06T12:00:00.123Z');
  const earlier = newId(new Date(at.getTime() - 1));
  const ids = [earlier, ...Array.from({ length: 10_000 }, () => newId(at))];
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(10_001);
});
