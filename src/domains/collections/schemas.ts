import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
  Params,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { KINDS, MATCHES } from './rules.js';

const MAX_CONDITIONS = 20;
const MAX_VALUES = 100;
const MAX_DAYS = 3_650;

export const RuleParams = Params({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'UUID or slug of the collection' }),
});

const Days = Type.Integer({
  minimum: 1,
  maximum: MAX_DAYS,
  description: 'For `new`: products created within this many days',
});

export const RuleBody = Body({
  match: OneOf(MATCHES, { description: 'Whether all conditions have to hold, or any' }),
  conditions: Type.Array(
    Body({
      kind: OneOf(KINDS),
      values: Type.Optional(
        Type.Array(Text(150, 1), {
          maxItems: MAX_VALUES,
          description: 'Ids or slugs of categories and brands, ids of suppliers, or tags',
        }),
      ),
      from: Type.Optional(
        Nullable(
          Type.Unsafe<string | number>({
            ...MoneyInput,
            description: 'For `price`: the lowest price of a variant, in the base currency',
          }),
        ),
      ),
      to: Type.Optional(Nullable(MoneyInput)),
      days: Type.Optional(Days),
    }),
    { minItems: 1, maxItems: MAX_CONDITIONS },
  ),
});
export type RuleInput = Static<typeof RuleBody>;

export const RuleAnswer = Answer({
  collection: Uuid,
  match: OneOf(MATCHES),
  conditions: Type.Array(
    Answer({
      kind: OneOf(KINDS),
      values: Type.Optional(Type.Array(Type.String())),
      from: Type.Optional(Nullable(Money)),
      to: Type.Optional(Nullable(Money)),
      days: Type.Optional(Type.Integer()),
    }),
  ),
  updated_at: Timestamp,
});

export const PreviewAnswer = Answer({
  total: Type.Integer(),
  on_sale: Type.Integer(),
  products: Type.Array(
    Answer({
      id: Type.Integer(),
      name: Type.String(),
      slug: Type.String(),
      is_active: Type.Boolean(),
    }),
    { description: 'The first by name, those on sale before others' },
  ),
});
