import {
  Answer,
  Body,
  Nullable,
  OneOf,
  Params,
  Text,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { LANGUAGES } from '../../platform/language.js';
import { CASH_ROUNDINGS, StoreTaxBody } from '../stores/index.js';
import { SKIPPABLE, STATUSES, STEPS } from './rules.js';

const Fraction = Type.String({
  pattern: '^0(\\.\\d{1,6})?$',
  description: '0.19 is 19 %',
  examples: ['0.19'],
});
const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1', examples: ['DE'] });
const Currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] });

export const ProgressAnswer = Answer({
  is_complete: Type.Boolean({ description: 'Whether no step is open' }),
  steps: Type.Array(
    Answer({
      step: OneOf(STEPS),
      status: OneOf(STATUSES),
      count: Type.Integer({ description: 'Records of this step, up to 100' }),
    }),
  ),
});

export const StepParams = Params({ step: OneOf(SKIPPABLE) });

export const CountryAnswer = Answer({
  code: Country,
  currency: Currency,
  time_zones: Type.Array(Type.String()),
  language: OneOf(LANGUAGES),
  prices_include_tax: Type.Boolean(),
  cash_rounding: OneOf(CASH_ROUNDINGS),
  tax_name: Type.String(),
  standard_rate: Fraction,
  reduced_rate: Nullable(Fraction),
  other_rates: Type.Array(Fraction),
});

export const FirstStoreBody = Body({
  name: Text(255, 1),
  code: Type.Optional(Type.String({ pattern: '^[A-Z0-9][A-Z0-9_-]{0,31}$' })),
  address: Type.Optional(Text(255)),
  city: Type.Optional(Text(100)),
  region: Type.Optional(Text(100)),
  postal_code: Type.Optional(Text(20)),
  country: Country,
  email: Type.Optional(Text(254)),
  phone: Type.Optional(Text(50)),
  currency: Currency,
  time_zone: Text(64, 1),
  language: OneOf(LANGUAGES),
  prices_include_tax: Type.Boolean(),
  cash_rounding: OneOf(CASH_ROUNDINGS),
  pickup_enabled: Type.Optional(Type.Boolean()),
  tax: StoreTaxBody,
});

export const FirstStoreAnswer = Answer({
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  currency: Type.String(),
});

export const SampleAnswer = Answer({
  variants: Type.Integer({ description: 'How many were added' }),
});
