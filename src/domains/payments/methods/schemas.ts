import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  type Static,
  Text,
  Timestamp,
  TwoDecimals,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { PROCESSOR_TYPES } from '../processors/registry.js';
import { METHOD_TYPES } from './rules.js';

const MethodType = OneOf(METHOD_TYPES);
const ProcessorType = OneOf(PROCESSOR_TYPES);

/** An http(s) URL or a path on this server. */
const IconUrl = Type.String({ maxLength: 500, pattern: '^(https?://\\S+|/\\S*)?$' });

export const PaymentMethodBody = Body({
  code: Type.String({ pattern: '^[a-z0-9][a-z0-9_]{0,49}$', examples: ['card_square'] }),
  name: Text(255, 1),
  method_type: MethodType,
  processor_type: Type.Optional(Nullable(ProcessorType)),
  is_active: Type.Optional(Type.Boolean()),
  is_online_available: Type.Optional(Type.Boolean()),
  requires_reference: Type.Optional(
    Type.Boolean({ description: 'A payment must name its slip, as on a stand-alone terminal.' }),
  ),
  minimum_amount: Type.Optional(TwoDecimals),
  maximum_amount: Type.Optional(Nullable(TwoDecimals)),
  icon_url: Type.Optional(IconUrl),
  description: Type.Optional(Text(1000)),
  display_order: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  sanity_id: Type.Optional(Nullable(Text(255, 1))),
});

export type PaymentMethodChange = Partial<Static<typeof PaymentMethodBody>>;

export const PaymentMethodAnswer = Answer({
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  method_type: MethodType,
  processor_type: Nullable(ProcessorType),
  is_active: Type.Boolean(),
  is_online_available: Type.Boolean(),
  requires_reference: Type.Boolean(),
  minimum_amount: Money,
  maximum_amount: Nullable(Money),
  icon_url: Type.String(),
  description: Type.String(),
  display_order: Type.Integer(),
  sanity_id: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const PaymentMethodRef = Type.String({
  minLength: 1,
  maxLength: 50,
  description: 'UUID or code',
});
