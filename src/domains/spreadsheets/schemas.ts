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
import { KEPT_REASONS } from '../catalog/index.js';
import { BulkRequestAnswer } from './bulk/schemas.js';
import { FILE_KINDS, IMPORT_KINDS, IMPORT_STATUSES } from './sheets/sheet.js';

const Action = OneOf(['created', 'updated', 'unchanged', 'refused']);

export const ImportQuery = Query({
  dry_run: Type.Optional(
    Type.Boolean({
      description: 'Check every row and report the result without changing anything',
    }),
  ),
});

export const ImportParams = Params({ id: Uuid });
export const ListQuery = Query(PageQuery);
export const ReportQuery = Query({
  action: Type.Optional(Action),
  errors: Type.Optional(
    Type.Boolean({ description: 'Rows with an error, such as refused ones or a failed picture' }),
  ),
  kept: Type.Optional(
    Type.Boolean({ description: 'Rows of which the undo left something as it is' }),
  ),
  ...PageQuery,
});

export const UploadBody = Type.Object(
  {
    file: Type.String({ format: 'binary', description: 'A CSV file of up to 50 MiB' }),
    kind: Type.Optional(
      OneOf(FILE_KINDS, { description: 'Default: recognised by the columns of the file' }),
    ),
    dry_run: Type.Optional(
      Type.String({ description: '`true`: check every row without changing anything' }),
    ),
    store: Type.Optional(
      Type.String({
        description:
          'UUID or code of the store whose stock a file of another system sets. Required if the ' +
          'file has stock and the caller has several stores',
      }),
    ),
  },
  { description: 'A form with a file' },
);

const Count = Type.Integer({ minimum: 0 });

const listed = {
  id: Uuid,
  kind: OneOf(IMPORT_KINDS),
  file_name: Type.String(),
  request: Nullable(BulkRequestAnswer, { description: 'What a bulk change does; null for files' }),
  status: OneOf(IMPORT_STATUSES),
  dry_run: Type.Boolean(),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percentage of the file' }),
  rows: Type.Integer({ minimum: 0, description: 'Rows processed so far' }),
  created: Count,
  updated: Count,
  unchanged: Count,
  refused: Count,
  error: Nullable(Type.String({ description: 'Why the import failed' })),
  notes: Type.Array(Type.String(), { description: 'About the whole file' }),
  undo_status: Nullable(OneOf(IMPORT_STATUSES, { description: 'Null if nobody undid it' })),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
};

export const ListedImport = Answer(listed);

const KeptRecord = Answer({
  record: Type.String({ examples: ['variant'] }),
  key: Type.String({ description: 'SKU, slug or name' }),
  reason: OneOf(KEPT_REASONS, {
    description:
      '`changed`: somebody changed `fields` since; `archived`, `in_use`: other records refer to ' +
      'it; `stock_used`: less stock is left than the import added; `refused`: it cannot be undone',
  }),
  fields: Type.Array(Type.String()),
});

export const ImportAnswer = Answer({
  ...listed,
  pictures: Answer(
    { total: Count, done: Count, failed: Count },
    { description: 'Fetched after the rows. A picture that fails is an error of its row' },
  ),
  undo: Nullable(
    Answer({
      status: OneOf(IMPORT_STATUSES),
      rows: Type.Integer({ minimum: 0, description: 'Rows that changed something' }),
      undone: Type.Integer({ minimum: 0, description: 'Rows processed so far' }),
      kept: Type.Integer({ minimum: 0, description: 'Rows of which something stays' }),
      finished_at: Nullable(Timestamp),
    }),
  ),
  report: Type.Array(
    Answer({
      row: Type.Integer({ description: 'Row number as in a spreadsheet: the heading is row 1' }),
      key: Type.String({
        description:
          'SKU or slug of a product row, store and SKU of a stock level, list and SKU of a price',
      }),
      action: Action,
      errors: Type.Record(Type.String(), Type.Array(Type.String())),
      kept: Nullable(
        Type.Array(KeptRecord, {
          description: 'What the undo left as it is; null before the undo',
        }),
      ),
    }),
  ),
});
