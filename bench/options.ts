import { parseArgs } from 'node:util';

/** The command line of `npm run bench`. */
export type BenchOptions = {
  scenarios: string[];
  quick: boolean;
  profile: boolean;
  chart: boolean;
  /** Length of the soak. */
  minutes?: number;
  /** Size of the history in `ten-million-sales`. */
  sales?: number;
  /** Rows of the file in `import`. */
  rows?: number;
};

let read: BenchOptions | undefined;

/** Read when first used, because tests load scenarios with a command line of their own. */
export function benchOptions(): BenchOptions {
  read ??= parse();
  return read;
}

function parse(): BenchOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      chart: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      sales: { type: 'string' },
      rows: { type: 'string' },
    },
  });
  const { minutes, sales, rows, ...flags } = values;
  return {
    ...flags,
    scenarios: positionals,
    minutes: above0('minutes', minutes),
    sales: above0('sales', sales),
    rows: above0('rows', rows),
  };
}

function above0(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} needs a number above 0, not "${text}"`);
  return value;
}
