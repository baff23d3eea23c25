import { officeEnvelope } from '../../../platform/http/envelope.js';
import {
  Answer,
  Body,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { CREDENTIAL_STATUSES } from './rules.js';
import { vendors } from './vendors.js';

const Detail = Answer({ detail: Type.String() });

/** The vendor's contract defines these bodies, so they do not use our error envelope. */
export const receipts = {
  200: Answer({ status: OneOf(CREDENTIAL_STATUSES), detail: Type.Optional(Type.String()) }),
  400: Detail,
  401: Detail,
  404: Detail,
  '4xx': officeEnvelope.schema,
  '5xx': officeEnvelope.schema,
};

export const CredentialAnswer = Answer({
  id: Uuid,
  user: Uuid,
  user_name: Type.String(),
  credential_key: Type.String(),
  status: OneOf(CREDENTIAL_STATUSES),
  verificationData: Type.Object({}, { additionalProperties: true }),
  rejectionReason: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const CredentialQuery = Query({
  status: Type.Optional(OneOf(CREDENTIAL_STATUSES)),
  ...PageQuery,
});

export const CredentialBody = Body({
  user: Uuid,
  credential_key: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,254}$',
      description: 'Generated if omitted.',
    }),
  ),
});

export const CredentialParams = Params({
  id: Type.String({ minLength: 1, maxLength: 300, description: 'UUID or credential key' }),
});

const SubmitFields = Body({
  vendor: Type.Optional(OneOf([...vendors.keys()])),
  vendor_reference_id: Type.Optional(Text(255, 1)),
});
export const SubmitBody = Type.Unsafe<Static<typeof SubmitFields> | null>({
  ...SubmitFields,
  type: ['object', 'null'],
});

export const OwnSubmitBody = Type.Unsafe<{ vendor_reference_id?: string } | null>({
  ...Body({ vendor_reference_id: Type.Optional(Text(255, 1)) }),
  type: ['object', 'null'],
});

/** What a customer sees of their own verification. */
export const OwnAnswer = Answer({
  verified: Type.Boolean(),
  status: Nullable(OneOf(CREDENTIAL_STATUSES)),
  credential_key: Nullable(
    Type.String({ description: "The reference-id for the vendor's inquiry" }),
  ),
  rejection_reason: Nullable(Type.String()),
});

const DecisionFields = Body({ reason: Type.Optional(Text(500, 1)) });
/** The body is optional. */
export const DecisionBody = Type.Unsafe<Static<typeof DecisionFields> | null>({
  ...DecisionFields,
  type: ['object', 'null'],
});
