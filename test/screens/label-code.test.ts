import { expect, it } from 'vitest';
import { problemOf, shownCode } from '../../web/desk/pages/tills/label-code.js';

const parts = (item: [number, number], value: [number, number]) => ({
  prefix: '28',
  item_start: item[0],
  item_length: item[1],
  value_start: value[0],
  value_length: value[1],
});

it.each([
  [parts([3, 5], [8, 5]), '28AAAAAVVVVVC', undefined],
  [parts([4, 4], [8, 4]), '28·AAAAVVVV·C', undefined],
  [parts([8, 5], [3, 5]), '28VVVVVAAAAAC', undefined],
  [parts([3, 5], [7, 5]), '28AAAAAVVVV·C', { field: 'value_start', problem: 'overlap' }],
  [parts([3, 5], [9, 5]), '28AAAAA·VVVVC', { field: 'value_length', problem: 'range' }],
  [parts([2, 5], [8, 5]), '28AAAA·VVVVVC', { field: 'item_length', problem: 'range' }],
  [parts([3, 0], [8, 5]), '28·····VVVVVC', { field: 'item_length', problem: 'range' }],
])('shows the digits of a label: %o is %s', (label, code, problem) => {
  expect(shownCode(label)).toBe(code);
  expect(problemOf(label)).toEqual(problem);
});
