import {
  Answer,
  Body,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  type TProperties,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { CurrentPassword } from '../proofs/schemas.js';

/** Ids, keys and signatures as WebAuthn writes them. */
const Encoded = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description: 'base64url' });
const CredentialId = Encoded(1_400);
const Transports = Type.Array(Text(30, 1), { maxItems: 16 });

/** What a browser sends back for a passkey, with the parts of its response. */
const Credential = <T extends TProperties>(response: T, description: string) =>
  Body(
    {
      id: CredentialId,
      rawId: CredentialId,
      type: Type.Literal('public-key'),
      authenticatorAttachment: Type.Optional(OneOf(['platform', 'cross-platform'])),
      clientExtensionResults: Body({}),
      response: Body({ clientDataJSON: Encoded(8_000), ...response }),
    },
    { writeOnly: true, description },
  );

const Descriptor = Answer({
  id: Type.String(),
  type: Type.String(),
  transports: Type.Optional(Type.Array(Type.String())),
});

export const RegistrationOptions = Answer(
  {
    rp: Answer({ id: Type.String(), name: Type.String() }),
    user: Answer({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Type.String(),
    pubKeyCredParams: Type.Array(Answer({ alg: Type.Integer(), type: Type.String() })),
    timeout: Type.Integer(),
    excludeCredentials: Type.Array(Descriptor),
    authenticatorSelection: Answer({
      residentKey: Type.String(),
      requireResidentKey: Type.Boolean(),
      userVerification: Type.String(),
    }),
    attestation: Type.String(),
  },
  { description: '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn' },
);

export const LoginOptions = Answer(
  {
    rpId: Type.String(),
    challenge: Type.String(),
    timeout: Type.Integer(),
    userVerification: Type.String(),
  },
  { description: '`PublicKeyCredentialRequestOptionsJSON` of WebAuthn' },
);

export const RemovalBody = Body({ current_password: CurrentPassword });
export const RegistrationBody = Body({
  current_password: CurrentPassword,
  password: Type.Optional(
    Type.String({
      maxLength: 1_024,
      writeOnly: true,
      deprecated: true,
      description: 'The former name of `current_password`',
    }),
  ),
});

export const RegisterBody = Body({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'For the owner' })),
  response: Credential(
    { attestationObject: Encoded(32_000), transports: Type.Optional(Transports) },
    '`RegistrationResponseJSON` of WebAuthn',
  ),
});

export const PasskeyLoginBody = Body({
  response: Credential(
    {
      authenticatorData: Encoded(4_000),
      signature: Encoded(8_000),
      userHandle: Type.Optional(Encoded(100)),
    },
    '`AuthenticationResponseJSON` of WebAuthn',
  ),
});

export const PasskeyAnswer = Answer({
  id: Uuid,
  name: Type.String(),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
});
