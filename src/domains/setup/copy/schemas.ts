import {
  Answer,
  Body,
  Nullable,
  OneOf,
  type Static,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { REFUSALS, SECTIONS } from '../../stores/index.js';

const MOST_STORES = 1000;

export const CopyBody = Body({
  sections: Type.Array(OneOf(SECTIONS), {
    minItems: 1,
    maxItems: SECTIONS.length,
    uniqueItems: true,
    description: 'The parts of the settings that are copied.',
  }),
  store_ids: Type.Array(Uuid, { minItems: 1, maxItems: MOST_STORES, uniqueItems: true }),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'True: says what would change and changes nothing.' }),
  ),
});
export type CopyRequest = Static<typeof CopyBody>;

const Outcome = OneOf(['changed', 'unchanged', 'refused'], {
  description: '`refused`: the store keeps its settings; `reason` says why.',
});

export const CopyAnswer = Answer({
  dry_run: Type.Boolean(),
  stores: Type.Array(
    Answer({
      id: Uuid,
      code: Type.String(),
      name: Type.String(),
      sections: Type.Array(
        Answer({
          section: OneOf(SECTIONS),
          outcome: Outcome,
          reason: Nullable(OneOf(REFUSALS)),
          changes: Type.Record(
            Type.String(),
            Type.Object({ before: Type.Unknown(), after: Type.Unknown() }),
            { description: 'By field; long values are shortened.' },
          ),
        }),
      ),
    }),
  ),
});
