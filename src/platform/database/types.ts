import pg from 'pg';

const { builtins } = pg.types;
const parsers = new Map<number, (text: string) => unknown>([
  // Sequence numbers and counts stay far below 2^53.
  [builtins.INT8, Number],
  // A calendar date has no time zone, so it stays text.
  [builtins.DATE, text => text],
]);

/** How PostgreSQL values become JavaScript values. */
export const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format ?? 'text'),
} as pg.CustomTypesConfig;
