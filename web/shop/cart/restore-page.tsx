import { Button, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { FormEvent, ReactNode } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { useTitle } from '../layout/use-title.js';
import { Refusal } from '../parts/refusal.js';
import { renewSession } from '../session/use-session.js';
import { cartToken } from '../storage.js';
import { useT } from '../texts/index.js';

/**
 * Restores the cart of a reminder. A button, because mail programs open links by themselves; without
 * scripts the browser sends the form.
 */
export function RestoreCartPage(): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  useTitle(t('reminder.restore.title'));
  const restore = useMutation({
    mutationFn: () => answer(api.POST('/web-commerce/session/restore-cart/', { body: { token } })),
    onSuccess: async opened => {
      cartToken.set(opened.cart_token ?? undefined);
      await renewSession(queries, api);
      await queries.invalidateQueries({ queryKey: ['cart'] });
      // Replaced, so that the secret of the link does not stay in the history.
      navigate('/cart', { replace: true });
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    restore.mutate();
  };
  return (
    <Stack maw={520} mx="auto" py="xl" gap="lg">
      <Title order={1}>{t('reminder.restore.title')}</Title>
      <Text>{t('reminder.restore.text')}</Text>
      <Refusal error={restore.error} />
      <form method="post" action="/app/shop/cart/restore/" onSubmit={send}>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg" disabled={token === ''} loading={restore.isPending}>
          {t('reminder.restore.button')}
        </Button>
      </form>
    </Stack>
  );
}
