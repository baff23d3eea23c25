import type { TProperties } from 'typebox';
import type { Reader } from '../../../platform/database/tx.js';
import { Answer, type Static, type TSchema, Type } from '../../../platform/http/schemas.js';
import type { ListedStore } from '../../stores/index.js';
import type { Coverage } from '../rollup/facts-repository.js';
import type { Part } from './schemas.js';
import type { Window, WindowLimits } from './window.js';

/** Input of a report, after authorisation and with defaults applied. */
export type ReportInput = {
  reader: Reader;
  now: Date;
  /** The requested stores that the caller may access. */
  stores: readonly ListedStore[];
  window: Window;
  /** Only sales in this currency count. */
  currency: string;
  coverage: Coverage;
  /** Values of the report's own `filters`. */
  filters: Record<string, string | undefined>;
};

export type Report<Data extends TSchema = TSchema> = {
  /** Under `root`, such as `commerce/overview`. */
  path: string;
  /** Default: `analytics`. */
  root?: 'analytics' | 'reports';
  summary: string;
  data: Data;
  /** The part that a CSV contains by default. */
  table: Part;
  limits?: WindowLimits;
  /** Further query parameters. */
  filters?: TProperties;
  /** True if the report covers the whole service; then only the days can be chosen. */
  isGlobal?: boolean;
  read(input: ReportInput): Promise<Static<Data>>;
};

/** Schema of a report: totals, a series over time and a breakdown. */
export const Data = <
  T extends TProperties,
  S extends TProperties,
  B extends TProperties,
  // biome-ignore lint/complexity/noBannedTypes: the default is no further parts
  M extends TProperties = {},
>(parts: {
  totals: T;
  series: S;
  breakdown: B;
  more?: M;
}) =>
  Answer({
    totals: Answer(parts.totals),
    series: Type.Array(Answer(parts.series)),
    breakdown: Type.Array(Answer(parts.breakdown)),
    ...(parts.more ?? ({} as M)),
  });

export const report = <Data extends TSchema>(definition: Report<Data>): Report<Data> => definition;
