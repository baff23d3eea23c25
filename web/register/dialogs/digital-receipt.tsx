import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answer, once, type Tillhouse } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { QrCode } from '../../shared/components/qr-code.js';
import { Failed, Show } from '../../shared/components/states.js';
import { readCustomer } from '../state/customers.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { useT } from '../texts/index.js';

const readLink = (api: Tillhouse, number: string) =>
  answer(
    api.GET('/transactions/{transactionId}/receipt/link/', {
      params: { path: { transactionId: number } },
    }),
  );

/** The receipt for the customer's own device: a code to scan, or a mail. */
export function DigitalReceipt(props: { number: string; customerId?: string }): ReactNode {
  const { number, customerId } = props;
  const t = useT();
  const api = useApi();
  const link = useQuery({
    queryKey: ['receipt-link', number],
    queryFn: () => readLink(api, number),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = useQuery({
    queryKey: ['receipt-address', customerId],
    queryFn: async () => (await readCustomer(api, customerId ?? '')).email ?? '',
    enabled: customerId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Stack align="center" gap="sm" w="100%">
      <Show query={link}>
        {({ url }) => (
          <>
            <QrCode content={url} label={t('receipt.qr')} />
            <Text size="sm" c="dimmed" ta="center">
              {t('receipt.scan')}
            </Text>
          </>
        )}
      </Show>
      {(customerId === undefined || !address.isPending) && (
        <MailForm number={number} known={address.data ?? ''} />
      )}
    </Stack>
  );
}

function MailForm({ number, known }: { number: string; known: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const [email, setEmail] = useState(known);
  const { key, onError } = useIdempotencyKey();
  const send = useMutation({
    mutationFn: (to: string) =>
      answer(
        api.POST('/transactions/{transactionId}/receipt/email/', {
          params: { path: { transactionId: number } },
          body: { email: to },
          ...once(key),
        }),
      ),
    onError,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate(email.trim());
  };
  if (send.isSuccess) {
    return (
      <Alert w="100%" color="pine" variant="light" icon={<IconCheck />} role="status">
        {t('receipt.mailed', { email: send.data.email })}
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
