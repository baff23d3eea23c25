import { CELLS, type Position } from './sheet.js';

type Key = { key: string; shiftKey: boolean };

const STEPS: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

const within = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1);

/** Where a key leads; undefined if it does not move, or Tab leaves the table. */
export function movedBy({ key, shiftKey }: Key, at: Position, rows: number): Position | undefined {
  if (key === 'Enter') return { ...at, row: within(at.row + (shiftKey ? -1 : 1), rows) };
  if (key === 'Home') return { ...at, column: 0 };
  if (key === 'End') return { ...at, column: CELLS.length - 1 };
  if (key === 'Tab') {
    const index = at.row * CELLS.length + at.column + (shiftKey ? -1 : 1);
    if (index < 0 || index >= rows * CELLS.length) return undefined;
    return { row: Math.floor(index / CELLS.length), column: index % CELLS.length };
  }
  const step = STEPS[key];
  if (step === undefined) return undefined;
  return { row: within(at.row + step[0], rows), column: within(at.column + step[1], CELLS.length) };
}

/** A key that writes a character, and so begins to replace the text of the cell. */
export const isTyping = (event: Key & { ctrlKey: boolean; metaKey: boolean; altKey: boolean }) =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
