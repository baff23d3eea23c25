import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../shared/components/dialog.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';
import { type OrderActions, useOrderChange } from './order-actions.js';
import { useKey } from './use-key.js';

export function CancelDialog(props: {
  isPaid: boolean;
  actions: OrderActions;
  onClose: () => void;
}): ReactNode {
  const { isPaid, actions, onClose } = props;
  const t = useT();
  const [reason, setReason] = useState('');
  const keyOf = useKey();
  const cancel = useOrderChange<void>(actions, () => actions.cancel(reason, keyOf({ reason })));
  return (
    <Dialog title={t('cancelOrder.title')} onClose={onClose}>
      <Stack>
        <Text>{t(isPaid ? 'cancelOrder.text' : 'cancelOrder.unpaid')}</Text>
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
