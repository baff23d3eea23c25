import { Alert, Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Form } from '../parts/form.js';
import { useShopError } from '../parts/shop-error.js';
import { useShop } from '../session/store.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';

/** Asks for one mail when a variant is available at the store again. */
export function BackInStock({ sku }: { sku: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useShop();
  const errorText = useShopError();
  const own = useSession().data?.user?.email ?? '';
  const [typed, setTyped] = useState<string>();
  const [consent, setConsent] = useState(false);
  const email = (typed ?? own).trim();
  const ask = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/web-commerce/stock-alerts/', {
          body: { store_id: store.id, sku, email, consent },
        }),
      ),
  });
  if (ask.isSuccess) {
    return (
      <Alert color="green" variant="light" role="status">
        {t('backIn.done')}
      </Alert>
    );
  }
  const isReady = email !== '' && consent;
  return (
    <Form onSubmit={() => isReady && ask.mutate()} gap="sm">
      <Text fw={600}>{t('backIn.title')}</Text>
      {ask.error !== null && (
        <Alert color="red" variant="light" role="alert">
          {errorText(ask.error)}
        </Alert>
      )}
      <TextInput
        label={t('backIn.email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={typed ?? own}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Checkbox
        label={t('backIn.consent')}
        checked={consent}
        onChange={event => setConsent(event.currentTarget.checked)}
      />
      <Button type="submit" variant="default" disabled={!isReady} loading={ask.isPending}>
        {t('backIn.send')}
      </Button>
    </Form>
  );
}
