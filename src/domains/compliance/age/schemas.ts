import {
  Answer,
  Body,
  CalendarDate,
  Nullable,
  OneOf,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { DEFAULT_MINIMUM_AGE, HIGHEST_AGE } from './rules.js';

const MinimumAge = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 120, default: DEFAULT_MINIMUM_AGE }),
);

export const AgeBody = Body({
  method: Type.String({
    minLength: 1,
    maxLength: 50,
    pattern: '^[A-Za-z0-9_-]+$',
    examples: ['self_declared', 'id_scan'],
  }),
  date_of_birth: Type.Optional(CalendarDate),
  document: Type.Optional(
    Body({
      type: Type.Optional(Text(50)),
      number: Type.Optional(Text(100)),
      country: Type.Optional(Text(100)),
      date_of_birth: CalendarDate,
      expires_on: Type.Optional(CalendarDate),
    }),
  ),
  minimum_age: MinimumAge,
});

export const AgeQuery = Query({ minimum_age: MinimumAge });

export const CheckBody = Body({
  customer: Uuid,
  method: OneOf(['id_scan', 'visual']),
  minimum_age: Type.Integer({ minimum: 1, maximum: HIGHEST_AGE }),
});

export const AgeAnswer = Answer({
  verified: Type.Boolean({ description: 'Whether verified_for_age is at least minimum_age.' }),
  minimum_age: Type.Integer(),
  verified_for_age: Nullable(Type.Integer()),
  method: Nullable(Type.String()),
  verified_at: Nullable(Timestamp),
  expires_at: Nullable(Timestamp),
  refused_until: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Until then, no higher age is accepted; staff can check the age at the counter.',
    }),
  ),
});
