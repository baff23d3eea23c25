import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useTitle } from '../layout/use-title.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';
import { useNext } from './login-page.js';
import { useAskForCode, useLogInWithCode } from './use-account.js';

type Sent = { token: string; email: string };

/** Signs in with a code by mail: first the address, then the code. */
export function CodeLoginPage(): ReactNode {
  const t = useT();
  const [sent, setSent] = useState<Sent>();
  useTitle(t('loginCode.title'));
  return (
    <Stack maw={420} mx="auto" py="xl" gap="md">
      <Title order={1}>{t('loginCode.title')}</Title>
      {sent === undefined ? (
        <AddressForm onSent={setSent} />
      ) : (
        <CodeForm sent={sent} onBack={() => setSent(undefined)} />
      )}
      <Anchor component={Link} href="/login" size="sm" underline="always">
        {t('password.back')}
      </Anchor>
    </Stack>
  );
}

function AddressForm({ onSent }: { onSent: (sent: Sent) => void }): ReactNode {
  const t = useT();
  const ask = useAskForCode();
  const [email, setEmail] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const address = email.trim();
    ask.mutate(address, {
      onSuccess: ({ login_token: token }) => onSent({ token, email: address }),
    });
  };
  return (
    <Stack component="form" onSubmit={submit} gap="md">
      <Text c="dimmed">{t('loginCode.text')}</Text>
      <Refusal error={ask.error} />
      <TextInput
        label={t('checkout.email')}
        type="email"
        autoComplete="username"
        autoFocus
        required
        maxLength={254}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={ask.isPending}>
        {t('loginCode.send')}
      </Button>
    </Stack>
  );
}

function CodeForm({ sent, onBack }: { sent: Sent; onBack: () => void }): ReactNode {
  const t = useT();
  const next = useNext();
  const [, navigate] = useLocation();
  const logIn = useLogInWithCode();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = { login_token: sent.token, code: code.trim() };
    logIn.mutate(body, { onSuccess: () => navigate(next, { replace: true }) });
  };
  return (
    <Stack component="form" onSubmit={submit} gap="md">
      <Text role="status" style={{ overflowWrap: 'anywhere' }}>
        {t('loginCode.sent', { email: sent.email })}
      </Text>
      <Refusal error={logIn.error} />
      <TextInput
        label={t('loginCode.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        maxLength={20}
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={logIn.isPending}>
        {t('account.logIn')}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {t('register.resend')}
      </Button>
    </Stack>
  );
}
