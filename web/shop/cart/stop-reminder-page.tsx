import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { FormEvent, ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { useTitle } from '../layout/use-title.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';

/** Withdraws the consent to reminders. Without scripts the browser sends the form. */
export function StopReminderPage(): ReactNode {
  const t = useT();
  const api = useApi();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  useTitle(t('reminder.stop.title'));
  const stop = useMutation({
    mutationFn: () =>
      answer(api.POST('/web-commerce/cart-reminder/withdraw/', { body: { token } })),
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    stop.mutate();
  };
  const isDone = stop.isSuccess || params.get('done') !== null;
  return (
    <Stack maw={520} mx="auto" py="xl" gap="lg">
      <Title order={1}>{t('reminder.stop.title')}</Title>
      <Refusal error={stop.error} />
      {isDone ? (
        <Alert color="green" variant="light" role="status">
          {t('reminder.stop.done')}
        </Alert>
      ) : (
        <form method="post" action="/app/shop/cart/stop-reminder/" onSubmit={send}>
          <Stack gap="lg" align="flex-start">
            <Text>{t('reminder.stop.text')}</Text>
            <input type="hidden" name="token" value={token} />
            <Button type="submit" disabled={token === ''} loading={stop.isPending}>
              {t('reminder.stop.button')}
            </Button>
          </Stack>
        </form>
      )}
    </Stack>
  );
}
