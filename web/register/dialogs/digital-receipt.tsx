import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer, once, type Tillhouse } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { QrCode } from '../../shared/components/qr-code.js';
import { Show } from '../../shared/components/states.js';
import { MailForm } from '../parts/mail-form.js';
import { readCustomer } from '../state/customers.js';
import { useT } from '../texts/index.js';

const readLink = (api: Tillhouse, number: string) =>
  answer(
    api.GET('/transactions/{transactionId}/receipt/link/', {
      params: { path: { transactionId: number } },
    }),
  );

const mailReceipt = (api: Tillhouse, number: string, email: string, key: string) =>
  answer(
    api.POST('/transactions/{transactionId}/receipt/email/', {
      params: { path: { transactionId: number } },
      body: { email },
      ...once(key),
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
        <MailForm
          known={address.data ?? ''}
          send={(to, key) => mailReceipt(api, number, to, key)}
          sentText={email => t('receipt.mailed', { email })}
        />
      )}
    </Stack>
  );
}
