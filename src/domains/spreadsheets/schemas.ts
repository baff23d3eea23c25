import {
  Answer,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { IMPORT_KINDS, IMPORT_STATUSES } from './sheet.js';

const Action = OneOf(['created', 'updated', 'unchanged', 'refused']);

export const ImportQuery = Query({
  dry_run: Type.Optional(
    Type.Boolean({
      description: 'Check every row and report the result without changing anything',
    }),
  ),
});

export const ImportParams = Params({ id: Uuid });
export const ReportQuery = Query({ action: Type.Optional(Action), ...PageQuery });

const Count = Type.Integer({ minimum: 0 });

export const ImportAnswer = Answer({
  id: Uuid,
  kind: OneOf(IMPORT_KINDS),
  status: OneOf(IMPORT_STATUSES),
  dry_run: Type.Boolean(),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percentage of the file' }),
  rows: Type.Integer({ minimum: 0, description: 'Rows processed so far' }),
  created: Count,
  updated: Count,
  unchanged: Count,
  refused: Count,
  error: Nullable(Type.String({ description: 'Why the import failed' })),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  report: Type.Array(
    Answer({
      row: Type.Integer({ description: 'Row number as in a spreadsheet: the heading is row 1' }),
      key: Type.String({
        description:
          'SKU or slug of a product row, store and SKU of a stock level, list and SKU of a price',
      }),
      action: Action,
      errors: Type.Record(Type.String(), Type.Array(Type.String())),
    }),
  ),
});
