import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Failed } from '../../shared/components/states.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { useT } from '../texts/index.js';

/** Sends a document to an address; `known` is that of the customer. */
export function MailForm(props: {
  known: string;
  send: (to: string, key: string) => Promise<{ email: string }>;
  sentText: (email: string) => string;
}): ReactNode {
  const t = useT();
  const [email, setEmail] = useState(props.known);
  const { key, onError } = useIdempotencyKey();
  const send = useMutation({ mutationFn: (to: string) => props.send(to, key), onError });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate(email.trim());
  };
  if (send.isSuccess) {
    return (
      <Alert w="100%" color="pine" variant="light" icon={<IconCheck />} role="status">
        {props.sentText(send.data.email)}
      </Alert>
    );
  }
  return (
    <form onSubmit={submit} style={{ width: '100%' }}>
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <TextInput
            type="email"
            label={t('receipt.email')}
            size="md"
            maxLength={254}
            autoComplete="off"
            style={{ flex: '1 1 200px' }}
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="md"
            variant="light"
            loading={send.isPending}
            disabled={email.trim() === ''}
          >
            {t('receipt.send')}
          </Button>
        </Group>
        {send.error !== null && <Failed error={send.error} />}
      </Stack>
    </form>
  );
}
