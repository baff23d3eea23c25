/** Reads a cell by our own name of the column, trimmed; empty if the file has no such column. */
export type Cells = (name: string) => string;

export type Columns = {
  of(cells: readonly string[]): Cells;
  has(name: string): boolean;
  /** The index of the column under an empty name, or nothing if the file does not have it. */
  only(name: string): ReadonlyMap<string, number>;
  /** The name of the column in the file. */
  nameOf(name: string): string | undefined;
};

/** Columns by our own names, each with the names that the other system has used for it. */
export function columnsOf(
  heading: readonly string[],
  names: Readonly<Record<string, readonly string[]>>,
): Columns {
  const indexes = new Map<string, number>();
  for (const [name, aliases] of Object.entries(names)) {
    const index = heading.findIndex(column => aliases.includes(column));
    if (index >= 0) indexes.set(name, index);
  }
  return {
    of: cells => name => (cells[indexes.get(name) ?? -1] ?? '').trim(),
    has: name => indexes.has(name),
    only: name => new Map([...indexes].flatMap(([key, at]) => (key === name ? [['', at]] : []))),
    nameOf: name => heading[indexes.get(name) ?? -1],
  };
}
