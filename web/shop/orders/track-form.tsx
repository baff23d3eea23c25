import { Button, Divider, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { Form } from '../parts/form.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';
import type { Order, Proof } from './use-order.js';

/** Accepts a full link or only the token. */
const tokenIn = (text: string): string => text.trim().replace(/^.*#/, '');

type OnFound = (order: Order, proof: Proof) => void;

/** Finds an order by number and mail address, or by the link of a mail. */
export function TrackForm(props: {
  /** About the link in the address. */
  error?: string;
  onFound: OnFound;
}): ReactNode {
  const t = useT();
  return (
    <Stack maw={520} mx="auto" py="xl" gap="lg">
      <Title order={1}>{t('order.track')}</Title>
      <NumberForm onFound={props.onFound} />
      <Divider />
      <LinkForm error={props.error} />
    </Stack>
  );
}

function NumberForm({ onFound }: { onFound: OnFound }): ReactNode {
  const t = useT();
  const api = useApi();
  const [number, setNumber] = useState('');
  const [email, setEmail] = useState('');
  const track = useMutation({
    mutationFn: (known: { number: string; email: string }) =>
      answer(api.POST('/web-commerce/orders/track/', { body: known })),
    onSuccess: onFound,
  });
  const known = { number: number.trim(), email: email.trim() };
  const isReady = known.number !== '' && known.email !== '';
  return (
    <Form onSubmit={() => isReady && track.mutate(known)}>
      <Text>{t('track.text')}</Text>
      <Refusal error={track.error} />
      <TextInput
        label={t('track.number')}
        placeholder="TXN-20260131-0A1B2C3D"
        value={number}
        maxLength={100}
        autoComplete="off"
        onChange={event => setNumber(event.currentTarget.value)}
      />
      <TextInput
        label={t('track.email')}
        type="email"
        value={email}
        maxLength={255}
        autoComplete="email"
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" loading={track.isPending} disabled={!isReady}>
        {t('order.show')}
      </Button>
    </Form>
  );
}

function LinkForm({ error }: { error?: string }): ReactNode {
  const t = useT();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const submit = (): void => {
    if (tokenIn(text) !== '') navigate(`/order#${encodeURIComponent(tokenIn(text))}`);
  };
  return (
    <Form onSubmit={submit}>
      <Text>{t('order.ask')}</Text>
      <TextInput
        label={t('order.token')}
        value={text}
        maxLength={1_000}
        autoComplete="off"
        error={error}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('track.link')}
      </Button>
    </Form>
  );
}
