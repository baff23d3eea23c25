import {
  Answer,
  Body,
  Nullable,
  OneOf,
  PageQuery,
  Query,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { OPERATIONS } from './rules.js';

export const OperationBody = Body({
  operation: OneOf(OPERATIONS),
  reason: Type.Optional(Type.String({ maxLength: 500, description: 'Required to open.' })),
});
export const OpenedAnswer = Answer({
  success: Type.Literal(true),
  drawer_operation: Answer({ operation_id: Uuid, reason: Type.String(), timestamp: Timestamp }),
});

export const OperationQuery = Query(PageQuery);
export const OperationAnswer = Answer({
  operation_id: Uuid,
  operation: Type.String(),
  reason: Type.String(),
  timestamp: Timestamp,
  store_id: Uuid,
  terminal_id: Type.String(),
  operator_id: Uuid,
  operator_name: Nullable(Type.String()),
});
