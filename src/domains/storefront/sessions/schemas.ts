import { Answer, Body, Nullable, Timestamp, Type, Uuid } from '../../../platform/http/schemas.js';

/** Empty is allowed: a page may send its field unfilled. */
const Email = Type.String({ maxLength: 254, pattern: '^$|^[^@\\s]+@[^@\\s]+$' });

export const CreateBody = Body({ store_id: Uuid, email: Type.Optional(Nullable(Email)) });

export const CreateAnswer = Answer({
  success: Type.Literal(true),
  cart_id: Uuid,
  cart_token: Nullable(
    Type.String({ description: 'Shown only once; null for a logged-in customer' }),
  ),
  expires_at: Timestamp,
});

export const StoreBody = Body({ store_id: Uuid });

export const StoreAnswer = Answer({
  success: Type.Literal(true),
  cart_id: Uuid,
  cart_token: Nullable(Type.String()),
  message: Type.String(),
});

export const SessionAnswer = Answer({
  authenticated: Type.Boolean(),
  web_session_id: Nullable(Uuid),
  cart_id: Nullable(Uuid),
  store_id: Nullable(Uuid),
  store_settings: Nullable(
    Answer({
      pickup_enabled: Type.Boolean(),
      tax_rate: Type.Number({ description: 'A fraction: 0.0825 is 8.25 %' }),
    }),
  ),
  cart_token: Nullable(Type.String()),
  user: Nullable(
    Answer({
      name: Type.String(),
      first_name: Type.String(),
      last_name: Type.String(),
      email: Nullable(Type.String()),
      phone: Type.String(),
      customer_id: Uuid,
      loyalty_points: Type.Integer(),
    }),
  ),
});
