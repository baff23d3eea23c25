import {
  Answer,
  Nullable,
  Params,
  Text,
  Timestamp,
  Type,
  UNTAGGED,
  Uuid,
} from '../../../platform/http/schemas.js';

export const TerminalParams = Params({ store: Text(255, 1), terminal: Text(100, 1) });

export const TerminalAnswer = Answer({
  id: Type.String(),
  store_id: Uuid,
  name: Type.String(),
  is_active: Type.Boolean(),
  reader_id: Nullable(Type.String({ description: "The processor's id of the card reader" })),
  last_seen_at: Nullable(Timestamp, UNTAGGED),
});
