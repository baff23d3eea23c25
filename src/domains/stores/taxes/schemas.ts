import { Answer, Body, Nullable, Text, Type, Uuid } from '../../../platform/http/schemas.js';
import { ContentId, Stamps, TaxClassCode } from '../fields.js';

/** A fraction with up to six decimals: 0.0825 is 8.25 %. */
const Rate = Type.String({ pattern: '^0(\\.\\d{1,6})?$', examples: ['0.0825'] });

export const JurisdictionBody = Body({
  code: Text(50, 1),
  name: Text(255, 1),
  rate: Rate,
  country: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^([A-Z]{2}|\\*)$',
        examples: ['FR'],
        description:
          'ISO 3166-1: taxes orders to addresses there, of stores with `tax_sourcing` ' +
          '`destination`. `*` is every other place abroad: countries, and regions of a country ' +
          'with jurisdictions for some of its regions only.',
      }),
    ),
  ),
  region: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^[A-Z0-9]{1,3}$',
        examples: ['CA'],
        description: 'ISO 3166-2 after the hyphen; null: the whole country',
      }),
    ),
  ),
  is_active: Type.Optional(Type.Boolean()),
  store_ids: Type.Optional(Type.Array(Uuid, { maxItems: 1000, uniqueItems: true })),
  sanity_id: ContentId,
});
export const JurisdictionAnswer = Answer({
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  rate: Type.String(),
  country: Nullable(Type.String()),
  region: Nullable(Type.String()),
  is_active: Type.Boolean(),
  store_ids: Type.Array(Uuid),
  sanity_id: Nullable(Type.String()),
  ...Stamps,
});

export const TaxClassBody = Body({ code: TaxClassCode, name: Text(100, 1) });
export const TaxClassAnswer = Answer({
  code: Type.String(),
  name: Type.String(),
  is_built_in: Type.Boolean({
    description: 'Standard, reduced, zero and exempt cannot be deleted',
  }),
  ...Stamps,
});

const Day = Type.String({ format: 'date' });
/** 0 to 1, as text or as a number: 0.19 is 19 %. */
const ClassRate = Type.Union([
  Type.String({ pattern: '^(0(\\.\\d{1,6})?|1(\\.0{1,6})?)$', examples: ['0.19'] }),
  Type.Number({ minimum: 0, maximum: 1 }),
]);

export const TaxRateBody = Body({
  jurisdiction: Text(50, 1),
  tax_class: TaxClassCode,
  rate: ClassRate,
  valid_from: Type.Optional(
    Nullable(Type.String({ format: 'date', description: "First day, of the store's time zone" })),
  ),
  valid_to: Type.Optional(
    Nullable(Type.String({ format: 'date', description: "Last day, of the store's time zone" })),
  ),
});
export const TaxRateAnswer = Answer({
  id: Uuid,
  jurisdiction: Type.String({ description: 'Code of the jurisdiction' }),
  jurisdiction_id: Uuid,
  tax_class: Type.String(),
  rate: Type.String(),
  valid_from: Nullable(Day),
  valid_to: Nullable(Day),
  ...Stamps,
});
