import {
  Answer,
  Body,
  Nullable,
  OneOf,
  PageQuery,
  Query,
  Text,
  Timestamp,
  Type,
  UNTAGGED,
  Uuid,
} from '../../platform/http/schemas.js';
import { ROLES } from '../access/index.js';
import { LOGIN_KINDS } from './logins/tokens.js';
import { CurrentPassword, CurrentPin } from './proofs/schemas.js';

const Success = Type.Literal(true);
const Email = Type.String({ format: 'email', minLength: 3, maxLength: 254 });
const Pin = Type.String({ pattern: '^[0-9]{4,8}$', description: '4 to 8 digits' });
const Password = Text(200, 8);
/** Logins check only the length: a secret in the wrong format is a wrong secret. */
const TypedSecret = Text(200, 1);
const Role = OneOf(ROLES);

export const TerminalLoginBody = Body({
  employee_id: Text(100, 1),
  pin_code: TypedSecret,
  store_id: Text(255, 1),
  terminal_id: Text(100, 1),
});
export const TerminalLoginAnswer = Answer({
  success: Success,
  token: Type.String(),
  session_id: Uuid,
  expires_at: Timestamp,
  user: Answer({ id: Uuid, name: Type.String(), employee_number: Type.String(), role: Role }),
  store: Answer({ id: Uuid, name: Type.String() }),
});
export const DoneAnswer = Answer({ success: Success, message: Type.String() });

export const LoginBody = Body({
  username: Text(254, 1),
  password: TypedSecret,
  code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      writeOnly: true,
      description: 'Code of an authenticator app, or a recovery code; needed after `TOTP_REQUIRED`',
    }),
  ),
});
/** The shop sends the store whose page asks for the mail. */
const MailStore = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Store whose texts the mail has, by id or code. Default: that of the account',
  }),
);
export const ResetBody = Body({ email: Email, store_id: MailStore });
export const ResetConfirmBody = Body({ token: Text(200, 1), password: Password });
export const RefreshBody = Body({ refresh: Text(500, 1) });
export const TokensAnswer = Answer({ access: Type.String(), refresh: Type.String() });

const Account = {
  id: Uuid,
  name: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Nullable(Type.String()),
  phone: Type.String(),
  username: Nullable(Type.String()),
  employee_number: Nullable(Type.String()),
  role: Role,
  all_stores: Type.Boolean({ description: 'Works at every store of the chain' }),
  loyalty_points: Type.Integer(),
};
const OwnRoleName = Nullable(
  Answer({ id: Uuid, name: Type.String() }, { description: 'Replaces the permissions of `role`' }),
);

export const InvitationAnswer = Nullable(
  Answer(
    { sent_at: Timestamp, expires_at: Timestamp },
    { description: 'The last link for the first password, while it is not used' },
  ),
  UNTAGGED,
);

export const MeAnswer = Answer({
  ...Account,
  own_role: OwnRoleName,
  permissions: Type.Array(Type.String()),
  stores: Type.Array(Answer({ id: Uuid, code: Type.String(), name: Type.String() }), {
    description: 'The stores this person is assigned to',
  }),
  sends_mail: Type.Boolean({ description: 'A mail server is set up' }),
  session: Answer({
    id: Uuid,
    kind: OneOf(LOGIN_KINDS),
    store_id: Nullable(Uuid),
    terminal_id: Nullable(Type.String()),
    expires_at: Timestamp,
  }),
});

export const RegistrationBody = Body({
  email: Email,
  password: Password,
  first_name: Text(100, 1),
  last_name: Text(100, 1),
  phone: Type.Optional(Text(50)),
  mail_consent: Type.Optional(
    Type.Boolean({ description: 'Allows reminders of a cart and offers by mail' }),
  ),
  store_id: MailStore,
});
export const RegistrationAnswer = Answer({
  success: Success,
  registration_token: Type.String(),
  expires_at: Timestamp,
  resend_available_at: Timestamp,
});
const RegistrationToken = Text(200, 1);
export const VerifyBody = Body({ registration_token: RegistrationToken, otp: Text(20, 1) });
export const VerifyAnswer = Answer({
  success: Success,
  user: Answer(Account),
  access: Type.String(),
  refresh: Type.String(),
});
export const ResendBody = Body({ registration_token: RegistrationToken });
export const ResendAnswer = Answer({
  success: Success,
  expires_at: Timestamp,
  resend_available_at: Nullable(Timestamp),
});

export const UserBody = Body({
  role: Role,
  employee_number: Type.Optional(
    Nullable(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$' })),
  ),
  username: Type.Optional(
    Nullable(Type.String({ pattern: '^[^\\s@]{1,150}$', description: 'Without spaces and @' })),
  ),
  email: Type.Optional(Nullable(Email)),
  first_name: Type.Optional(Text(100)),
  last_name: Type.Optional(Text(100)),
  phone: Type.Optional(Text(50)),
  customer_group: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 50,
        description: 'Customer group, which price lists refer to',
      }),
    ),
  ),
  is_active: Type.Optional(Type.Boolean()),
  pin_code: Type.Optional(Pin),
  password: Type.Optional(Password),
  own_role_id: Type.Optional(
    Nullable(Type.String({ format: 'uuid', description: 'A role of `/roles/` with this level' })),
  ),
  store_ids: Type.Optional(
    Type.Array(Text(255, 1), { maxItems: 250, description: 'Ids, codes or content ids of stores' }),
  ),
  all_stores: Type.Optional(
    Type.Boolean({ description: 'Confirms that a manager without assignments sees every store' }),
  ),
  tax_exemption: Type.Optional(
    Nullable(
      Type.String({ minLength: 1, maxLength: 200, description: 'Why a customer pays no tax' }),
    ),
  ),
  sanity_id: Type.Optional(Nullable(Text(255, 1))),
});
export const NewUserBody = Body({
  ...UserBody.properties,
  invite: Type.Optional(
    Type.Boolean({ description: 'Mails a link with which the person chooses the password' }),
  ),
});
export const ChangeUserBody = Body({
  ...UserBody.properties,
  current_password: CurrentPassword,
  current_pin: CurrentPin,
});
const { username, email, pin_code, password } = UserBody.properties;
export const OwnLoginBody = Body(
  {
    username,
    email,
    pin_code,
    password,
    current_password: CurrentPassword,
    current_pin: CurrentPin,
  },
  { minProperties: 1 },
);
export const UserQuery = Query({
  role: Type.Optional(Role),
  staff: Type.Optional(
    Type.Boolean({ description: 'True: everybody but customers; false: customers' }),
  ),
  store: Type.Optional(Text(255, 1)),
  is_active: Type.Optional(Type.Boolean()),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Start of a name, employee number, user name or e-mail address',
    }),
  ),
  ...PageQuery,
});
export const UserAnswer = Answer({
  ...Account,
  own_role: OwnRoleName,
  customer_group: Nullable(Type.String()),
  tax_exemption: Nullable(Type.String({ description: 'Why a customer pays no tax' })),
  store_ids: Type.Array(Uuid),
  has_pin: Type.Boolean(),
  has_password: Type.Boolean(),
  has_passkeys: Type.Boolean(),
  invitation: InvitationAnswer,
  has_totp: Type.Boolean({ description: 'Logins need a code of an authenticator app' }),
  is_active: Type.Boolean(),
  sanity_id: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
