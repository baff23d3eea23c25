import {
  Answer,
  Body,
  Money,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { ENTRY_KINDS } from './rules.js';

export const AccountParams = Params({ id: Uuid });
export const CodeQuery = Query({ code: Text(50, 1) });
export const EntryQuery = Query(PageQuery);
export const BlockBody = Body({ reason: Text(500, 1) });

export const AccountAnswer = Answer({
  id: Uuid,
  kind: OneOf(['gift_card', 'store_credit'] as const),
  currency: Type.String(),
  balance: Money,
  status: OneOf(['active', 'blocked', 'expired'] as const),
  expires_at: Nullable(Timestamp),
  code_last_four: Type.String(),
  store: Nullable(Type.String({ format: 'uuid', description: 'That issued it' })),
  customer_id: Nullable(Uuid),
  block: Nullable(
    Answer({
      reason: Type.String(),
      by: Nullable(Answer({ id: Uuid, name: Nullable(Type.String()) })),
      at: Timestamp,
    }),
  ),
  created_at: Timestamp,
});

export const EntryAnswer = Answer({
  id: Uuid,
  kind: OneOf(ENTRY_KINDS),
  amount: Money,
  balance: Type.String({ description: 'After this entry' }),
  store: Nullable(Uuid),
  transaction_id: Nullable(
    Type.String({ description: 'Number of the sale, if it is of a store of the caller' }),
  ),
  occurred_at: Timestamp,
});
