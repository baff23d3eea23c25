import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { answer, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Dialog } from '../../shared/components/dialog.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';
import { useKey } from './use-key.js';
import { type OwnOrder, useOrderChange } from './use-own-orders.js';

export function CancelDialog(props: { order: OwnOrder; onClose: () => void }): ReactNode {
  const { order, onClose } = props;
  const t = useT();
  const api = useApi();
  const [reason, setReason] = useState('');
  const keyOf = useKey();
  const cancel = useOrderChange<void, unknown>(() =>
    answer(
      api.POST('/web-commerce/orders/{transaction_id}/cancel/', {
        params: { path: { transaction_id: order.transaction_id } },
        body: { reason },
        ...once(keyOf({ reason })),
      }),
    ),
  );
  return (
    <Dialog title={t('cancelOrder.title')} onClose={onClose}>
      <Stack>
        <Text>{t(Number(order.total_paid) > 0 ? 'cancelOrder.text' : 'cancelOrder.unpaid')}</Text>
        <Refusal error={cancel.error} />
        <TextInput
          label={t('cancelOrder.reason')}
          value={reason}
          maxLength={500}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancelOrder.keep')}
          </Button>
          <Button
            color="red.9"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: onClose })}
          >
            {t('cancelOrder.button')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
