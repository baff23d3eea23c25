import {
  Answer,
  Body,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  Type,
} from '../../../platform/http/schemas.js';
import { LANGUAGES } from '../../../platform/language.js';

const MAX_LINES = 250;
const Amount = Type.String({ pattern: '^-?\\d{1,10}\\.\\d{2,3}$', maxLength: 15 });

export const STEPS = ['idle', 'basket', 'payment', 'paid'] as const;

/** What the customer sees of the sale at the till. */
const SHOWN = {
  step: OneOf(STEPS),
  lines: Type.Array(
    Type.Object({
      name: Text(300, 1),
      quantity: Text(30, 1),
      amount: Amount,
      saved: Type.Optional(Amount),
    }),
    { maxItems: MAX_LINES },
  ),
  total: Type.Optional(Amount),
  saved: Type.Optional(Amount),
  due: Type.Optional(Amount),
  change: Type.Optional(Amount),
};

export const BasketBody = Body({
  ...SHOWN,
  transaction_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'A paid sale of this store: the display offers its receipt as a QR code',
    }),
  ),
});

/** The frame that a display gets. */
export const BasketFrame = Type.Object({
  type: Type.Literal('basket'),
  ...SHOWN,
  receipt_url: Nullable(Type.String()),
});

export const CodeAnswer = Answer({
  success: Type.Literal(true),
  code: Type.String({ description: 'Shown on the display, typed at the till' }),
  token: Type.String({
    description: 'Token of the display; it works once a till has taken the code',
  }),
  expires_at: Timestamp,
});

export const PairBody = Body({ code: Text(20, 1) });

export const OwnAnswer = Answer({
  success: Type.Literal(true),
  terminal_id: Type.String(),
  store: Answer({
    name: Type.String(),
    language: OneOf(LANGUAGES),
    currency: Type.String(),
    time_zone: Type.String(),
  }),
  promotions: Type.Array(Answer({ name: Type.String(), ends_at: Nullable(Timestamp) }), {
    description: 'Those that run now and need no code',
  }),
});

export const PairAnswer = Answer({
  success: Type.Literal(true),
  device_id: Type.String({ format: 'uuid' }),
  terminal_id: Type.String(),
});
