import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../texts/index.js';
import { CancelDialog } from './cancel-dialog.js';
import type { OrderActions } from './order-actions.js';
import { type ReturnableLine, ReturnDialog } from './return-dialog.js';

/** Opens the dialogs in which a customer cancels an order or asks for a return. */
export function OrderButtons(props: {
  order: { can_cancel: boolean; can_return: boolean; line_items: readonly ReturnableLine[] };
  isPaid: boolean;
  actions: OrderActions;
}): ReactNode {
  const { order, actions, isPaid } = props;
  const t = useT();
  const [asked, setAsked] = useState<'cancel' | 'return'>();
  const close = (): void => setAsked(undefined);
  return (
    <>
      {order.can_return && (
        <Button variant="default" onClick={() => setAsked('return')}>
          {t('giveBack.button')}
        </Button>
      )}
      {order.can_cancel && (
        <Button variant="light" color="red" onClick={() => setAsked('cancel')}>
          {t('cancelOrder.button')}
        </Button>
      )}
      {asked === 'cancel' && <CancelDialog isPaid={isPaid} actions={actions} onClose={close} />}
      {asked === 'return' && (
        <ReturnDialog lines={order.line_items} actions={actions} onClose={close} />
      )}
    </>
  );
}
