import {
  Anchor,
  Button,
  Center,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { OfflineBanner } from '../../shared/components/offline-banner.js';
import { LanguageSwitch, SchemeSwitch } from '../../shared/components/preferences.js';
import { useErrorText } from '../../shared/components/states.js';
import { Brand } from '../parts/brand.js';
import { useT } from '../texts/index.js';
import { InstallationHint } from './installation-hint.js';
import { FORGOT_PAGE } from './password-pages.js';
import { loginChanged, useHasExpired } from './use-login.js';

export function Login(): ReactNode {
  const t = useT();
  return (
    <Stack mih="100vh" gap={0} bg="var(--app-sunken)">
      <OfflineBanner>{t('login.offline')}</OfflineBanner>
      <Group component="header" justify="flex-end" p="sm" gap="xs">
        <LanguageSwitch />
        <SchemeSwitch />
      </Group>
      <Center component="main" flex={1} p="md" pb={120}>
        <Stack w="100%" maw={380} gap="lg">
          <Brand order={1} />
          <Paper p="xl" className="surface" shadow="sm">
            <LoginForm />
          </Paper>
          <Text size="sm" c="dimmed" ta="center">
            {t('login.help')}
          </Text>
          <InstallationHint />
        </Stack>
      </Center>
    </Stack>
  );
}

function LoginForm(): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const textOf = useErrorText();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const login = useMutation({
    mutationFn: () => answer(api.POST('/auth/login/', { body: { username, password } })),
    onSuccess: tokens => {
      queries.clear();
      api.tokens.set(tokens);
      loginChanged();
    },
    onError: () => setPassword(''),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    login.mutate();
  };
  const isWrong = login.error instanceof ApiError && login.error.status === 401;
  const hasExpired = useHasExpired();
  const refusal = isWrong ? t('login.wrong') : login.error && textOf(login.error);
  const problem = refusal ?? (hasExpired ? t('app.error.signedOut') : null);
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('login.username')}
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          value={username}
          onChange={event => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        {problem && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        <Button type="submit" loading={login.isPending} fullWidth mt="xs">
          {t('login.submit')}
        </Button>
        <Anchor href={FORGOT_PAGE} size="sm" ta="center">
          {t('password.forgot')}
        </Anchor>
      </Stack>
    </form>
  );
}
