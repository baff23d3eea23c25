import { systemNotification } from '../stores/index.js';
import type { DrawerOperation } from './repository.js';

export const drawerOpened = (operation: DrawerOperation) =>
  systemNotification({
    storeId: operation.store_id,
    terminalId: operation.terminal_id,
    subjectId: operation.id,
    data: {
      kind: 'drawer_opened',
      operation_id: operation.id,
      terminal_id: operation.terminal_id,
      reason: operation.reason,
      operator_id: operation.operator_id,
    },
  });
