import type { Reader } from '../../platform/database/tx.js';
import { fullName, usersById } from '../people/index.js';
import type { DrawerOperation } from './repository.js';

export const presentOpened = (operation: DrawerOperation) => ({
  success: true as const,
  drawer_operation: {
    operation_id: operation.id,
    reason: operation.reason,
    timestamp: operation.occurred_at.toISOString(),
  },
});

export async function presentOperations(reader: Reader, operations: DrawerOperation[]) {
  const ids = [...new Set(operations.map(operation => operation.operator_id))];
  const users = ids.length === 0 ? [] : await usersById(reader, ids);
  const names = new Map(users.map(user => [user.id, fullName(user)]));
  return operations.map(operation => ({
    operation_id: operation.id,
    operation: operation.operation,
    reason: operation.reason,
    timestamp: operation.occurred_at.toISOString(),
    store_id: operation.store_id,
    terminal_id: operation.terminal_id,
    operator_id: operation.operator_id,
    operator_name: names.get(operation.operator_id) ?? null,
  }));
}
