import {
  Answer,
  Nullable,
  OneOf,
  PageQuery,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { SENT_KINDS } from './kinds.js';
import { MAIL_STATES, SENDING_AGAIN } from './rules.js';

export const MailQuery = Query({
  kind: Type.Optional(OneOf(SENT_KINDS)),
  state: Type.Optional(OneOf(MAIL_STATES)),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'Part of the address; needs the permission `customer.read`',
    }),
  ),
  store: Type.Optional(Text(255, 1)),
  transaction: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'Id or number of a sale' }),
  ),
  ...PageQuery,
});

const LISTED = {
  id: Uuid,
  kind: Nullable(OneOf(SENT_KINDS)),
  state: OneOf(MAIL_STATES, {
    description:
      '`failed`: all attempts are used up; `refused`: by the mail server, for good; `kept`: no mail server is configured',
  }),
  recipient: Nullable(
    Type.String({
      description: 'Null without the permission `customer.read`, or after an erasure',
    }),
  ),
  subject: Type.String(),
  store_id: Nullable(Uuid),
  transaction_id: Nullable(Uuid),
  transaction_number: Nullable(Type.String()),
  created_at: Timestamp,
  sent_at: Nullable(Timestamp),
  next_attempt_at: Nullable(Timestamp),
  attempts: Type.Integer(),
  error: Nullable(
    Type.String({
      description: 'Of the last attempt; null without the permission `customer.read`',
    }),
  ),
};

export const ListedMail = Answer(LISTED);

export const WholeMail = Answer({
  ...LISTED,
  text: Nullable(
    Type.String({
      description:
        'Codes and tokens are shown as dots. Null without the permission `customer.read`',
    }),
  ),
  html: Nullable(Type.String()),
  attachment_name: Nullable(Type.String()),
  sending_again: OneOf(SENDING_AGAIN, {
    description: '`allowed`, or why the mail cannot be sent again',
  }),
});
