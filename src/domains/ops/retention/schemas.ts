import { Answer, Body, Nullable, Params, Timestamp, Type } from '../../../platform/http/schemas.js';

export const RetentionParams = Params({
  kind: Type.String({ maxLength: 50, examples: ['audit_log'] }),
});

export const RetentionBody = Body({
  days: Nullable(Type.Integer({ minimum: 1, maximum: 36_500, description: 'Null: no limit' })),
});

const Days = (description: string) => Nullable(Type.Integer({ description }));

export const RetentionAnswer = Answer({
  kind: Type.String({ examples: ['audit_log'] }),
  days: Days('How long records are kept; null: without a limit'),
  default_days: Days('Unless somebody chooses otherwise'),
  is_fixed: Type.Boolean({ description: 'Whether nobody can change it' }),
  least_days: Days('The shortest choice; null if it is fixed'),
  most_days: Days('The longest choice; null if it is fixed'),
  may_be_unlimited: Type.Boolean({ description: 'Whether `days` may be null' }),
  updated_at: Nullable(Timestamp),
});
