import { shownQuantity } from '../../platform/quantity.js';
import { presentGoods } from '../catalog/index.js';
import type { Line } from './line-repository.js';
import type { Count, CountHead } from './repository.js';
import { differenceOf, hidesExpected } from './rules.js';

const time = (at: Date | null): string | null => at?.toISOString() ?? null;

export const presentCount = ({ store_id, ...count }: Count) => ({
  ...count,
  store: store_id,
  different_lines: hidesExpected(count) ? null : count.different_lines,
  moved_lines: hidesExpected(count) ? null : count.moved_lines,
  created_at: count.created_at.toISOString(),
  submitted_at: time(count.submitted_at),
  approved_at: time(count.approved_at),
  cancelled_at: time(count.cancelled_at),
  updated_at: count.updated_at.toISOString(),
});

export function presentLine(count: CountHead, line: Line) {
  const isHidden = hidesExpected(count);
  const shown = (steps: number | null): number | null =>
    steps === null ? null : shownQuantity(steps, line.unit);
  return {
    ...line,
    ...presentGoods(line),
    counted: shown(line.counted),
    counted_at: time(line.counted_at),
    expected: isHidden ? null : shown(line.expected),
    difference: isHidden ? null : shown(differenceOf(line)),
    moved_while_counting: !isHidden && line.moved_while_counting,
    posted: shown(line.posted),
  };
}
