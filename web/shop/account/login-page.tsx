import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, Redirect, useLocation, useSearchParams } from 'wouter';
import { PasskeyLogin } from '../../shared/components/passkeys.js';
import { useTitle } from '../layout/use-title.js';
import { Refusal } from '../parts/refusal.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import { useLogIn, useSessionChange } from './use-account.js';

/** Where to go after sign-in; only paths of this shop, to prevent open redirects. */
export function useNext(): string {
  const [params] = useSearchParams();
  const next = params.get('next') ?? '/account';
  return /^\/(?!\/)/.test(next) ? next : '/account';
}

export function LoginPage(): ReactNode {
  const t = useT();
  const next = useNext();
  useTitle(t('login.title'));
  const [, navigate] = useLocation();
  const isCustomer = useSession().data?.authenticated === true;
  const logIn = useLogIn();
  const changeSession = useSessionChange();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = { username: username.trim(), password };
    logIn.mutate(body, { onSuccess: () => navigate(next, { replace: true }) });
  };
  if (isCustomer && logIn.isIdle) return <Redirect to={next} replace />;
  return (
    <Stack component="form" onSubmit={submit} maw={420} mx="auto" py="xl" gap="md">
      <Title order={1}>{t('login.title')}</Title>
      <Text c="dimmed">{t('login.text')}</Text>
      <Refusal error={logIn.error} />
      <TextInput
        label={t('checkout.email')}
        type="email"
        autoComplete="username"
        required
        value={username}
        onChange={event => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('login.password')}
        autoComplete="current-password"
        required
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('login.show'), tabIndex: 0 }}
      />
      <Button type="submit" size="md" loading={logIn.isPending}>
        {t('account.logIn')}
      </Button>
      <PasskeyLogin
        onLogIn={async () => {
          await changeSession();
          navigate(next, { replace: true });
        }}
      />
      <Anchor
        component={Link}
        href={`/login-code?next=${encodeURIComponent(next)}`}
        size="sm"
        underline="always"
      >
        {t('loginCode.title')}
      </Anchor>
      <Anchor component={Link} href="/forgot-password" size="sm" underline="always">
        {t('password.forgot')}
      </Anchor>
      <Text size="sm">
        {t('login.new')}{' '}
        <Anchor component={Link} href="/register" size="sm" underline="always">
          {t('register.title')}
        </Anchor>
      </Text>
    </Stack>
  );
}
