import { Button, Group, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useSendOnce } from '../../state/send-once.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { WholeMail } from '../../types.js';

type Props = { mail: WholeMail; onSent: (id: string) => void };

/** Sends the mail to the same address once more, or says why it cannot be sent. */
export function SendAgain({ mail, onSent }: Props): ReactNode {
  const t = useT();
  const { may } = useDesk();
  if (!may('customer.manage')) return null;
  if (mail.sending_again === 'allowed') return <AgainButton mail={mail} onSent={onSent} />;
  return (
    <Text size="sm" c="dimmed">
      {t(`sentMails.again.${mail.sending_again}`)}
    </Text>
  );
}

function AgainButton({ mail, onSent }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const sendOnce = useSendOnce();
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const send = useAction<void, WholeMail>(
    () =>
      sendOnce({ id: mail.id }, key =>
        answer(
          api.POST('/mails/{id}/send-again/', {
            params: { path: { id: mail.id }, header: { 'Idempotency-Key': key } },
          }),
        ),
      ),
    {
      changes: [['mails'], ['sale']],
      done: () => t('sentMails.again.done'),
      onDone: ({ id }) => onSent(id),
    },
  );
  return (
    <Group>
      <Button variant="default" size="sm" onClick={() => setAsking(true)}>
        {t('sentMails.again')}
      </Button>
      <FormDialog
        title={t('sentMails.again.title')}
        isOpen={isAsking}
        onClose={close}
        submit={t('sentMails.again')}
        onSubmit={() => send.mutate(undefined, { onSettled: close })}
        isBusy={send.isPending}
      >
        {t('sentMails.again.text', { address: mail.recipient ?? t('sentMails.hidden') })}
      </FormDialog>
    </Group>
  );
}
