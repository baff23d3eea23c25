import {
  Answer,
  Body,
  OneOf,
  PageQuery,
  Params,
  Query,
  type Static,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { Stamps } from '../fields.js';

const Start = Type.Integer({ minimum: 3, maximum: 12, description: 'Counts from 1' });
const Length = Type.Integer({ minimum: 1, maximum: 10 });

const fields = {
  prefix: Type.String({ pattern: '^2[0-9]$', examples: ['28'] }),
  item_start: Start,
  item_length: Length,
  value_start: Start,
  value_length: Length,
  value_kind: OneOf(['weight', 'price']),
  decimals: Type.Integer({
    minimum: 0,
    maximum: 3,
    description: 'Decimals of the value: 3 for grams of goods sold per kg, 2 for a price in cents',
  }),
};

export const PatternBody = Body({
  store: Type.String({ minLength: 1, maxLength: 255, description: 'UUID or code' }),
  ...fields,
});
export type PatternInput = Static<typeof PatternBody>;

export const PatternAnswer = Answer({ id: Uuid, store: Uuid, ...fields, ...Stamps });
export const PatternParams = Params({ id: Uuid });
export const PatternQuery = Query({
  ...PageQuery,
  store: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'UUID or code' })),
});
