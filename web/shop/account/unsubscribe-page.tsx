import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { useTitle } from '../layout/use-title.js';
import { useOrderToken } from '../orders/use-order.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';

/** Ends mails by the link of a mail. A button, because mail programs open links by themselves. */
export function UnsubscribePage(): ReactNode {
  const t = useT();
  const api = useApi();
  const token = useOrderToken();
  useTitle(t('unsubscribe.title'));
  const end = useMutation({
    mutationFn: () => answer(api.POST('/web-commerce/mail-unsubscribe/', { body: { token } })),
  });
  return (
    <Stack maw={520} mx="auto" py="xl" gap="lg">
      <Title order={1}>{t('unsubscribe.title')}</Title>
      <Text>{t('unsubscribe.text')}</Text>
      <Refusal error={end.error} />
      {end.isSuccess ? (
        <Alert color="green" variant="light" role="status">
          {t('unsubscribe.done')}
        </Alert>
      ) : (
        <Button disabled={token === ''} loading={end.isPending} onClick={() => end.mutate()}>
          {t('unsubscribe.button')}
        </Button>
      )}
    </Stack>
  );
}
