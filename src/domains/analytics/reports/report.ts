import type { TProperties } from 'typebox';
import type { Reader } from '../../../platform/database/tx.js';
import { Answer, type Static, type TSchema, Type } from '../../../platform/http/schemas.js';
import type { ListedStore } from '../../stores/index.js';
import type { Coverage } from '../rollup/facts-repository.js';
import type { Part } from './schemas.js';
import type { Window, WindowLimits } from './window.js';

/** What a report is asked, after the caller's rights and wishes have been settled. */
export type Question = {
  reader: Reader;
  now: Date;
  /** Those the caller asked for and may see. */
  stores: readonly ListedStore[];
  window: Window;
  /** Amounts and counts are of sales in this currency. */
  currency: string;
  coverage: Coverage;
};

export type Report<Data extends TSchema = TSchema> = {
  /** Under `/analytics/`, such as `commerce/overview`. */
  path: string;
  summary: string;
  data: Data;
  /** Which rows a CSV holds unless asked otherwise. */
  table: Part;
  limits?: WindowLimits;
  /** The whole service, not stores: nothing to choose but days. */
  isGlobal?: boolean;
  read(question: Question): Promise<Static<Data>>;
};

/** Figures as a whole, by time, and by what they are made of. */
export const Data = <
  T extends TProperties,
  S extends TProperties,
  B extends TProperties,
  // biome-ignore lint/complexity/noBannedTypes: no further parts
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
