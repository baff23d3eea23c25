import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer, type Tokens } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { PasskeyLogin } from '../../shared/components/passkeys.js';
import { useErrorText } from '../../shared/components/states.js';
import { useT } from '../texts/index.js';
import { FORGOT_PAGE } from './password-pages.js';
import { SingleSignOn } from './single-sign-on.js';
import { loginChanged, useHasExpired } from './use-login.js';

/** Keeps the login and opens the desk. */
export function useOpenDesk(): (tokens: Tokens) => void {
  const api = useApi();
  const queries = useQueryClient();
  return tokens => {
    queries.clear();
    api.tokens.set(tokens);
    loginChanged();
  };
}

const codeOf = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.code : undefined;

/** Name and password; then the code, for people who use an authenticator app. */
export function LoginForm(): ReactNode {
  const t = useT();
  const api = useApi();
  const open = useOpenDesk();
  const [draft, setDraft] = useState({ username: '', password: '', code: '' });
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const set = (change: Partial<typeof draft>): void =>
    setDraft(before => ({ ...before, ...change }));
  const login = useMutation({
    mutationFn: () => {
      const { username, password, code } = draft;
      const body = { username, password, ...(isCodeNeeded && { code }) };
      return answer(api.POST('/auth/login/', { body }));
    },
    onSuccess: open,
    onError: error => {
      const code = codeOf(error);
      if (code === 'TOTP_REQUIRED') setCodeNeeded(true);
      else if (code === 'TOTP_INVALID') set({ code: '' });
      else {
        setCodeNeeded(false);
        set({ password: '', code: '' });
      }
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    login.mutate();
  };
  const startAgain = (): void => {
    login.reset();
    setCodeNeeded(false);
    setDraft({ username: '', password: '', code: '' });
  };
  const field = (name: keyof typeof draft) => ({
    required: true,
    withAsterisk: false,
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value }),
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        {isCodeNeeded ? (
          <TextInput
            label={t('login.code')}
            description={t('login.code.hint')}
            autoComplete="one-time-code"
            autoFocus
            maxLength={50}
            {...field('code')}
          />
        ) : (
          <>
            <TextInput
              label={t('login.username')}
              autoComplete="username"
              autoFocus
              {...field('username')}
            />
            <PasswordInput
              label={t('login.password')}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
              {...field('password')}
            />
          </>
        )}
        <Problem error={login.error} />
        <Button type="submit" loading={login.isPending} fullWidth mt="xs">
          {t('login.submit')}
        </Button>
        {isCodeNeeded ? (
          <Button variant="subtle" onClick={startAgain}>
            {t('login.code.back')}
          </Button>
        ) : (
          <>
            <PasskeyLogin onLogIn={open} />
            <SingleSignOn onLogIn={open} />
            <Anchor href={FORGOT_PAGE} size="sm" ta="center">
              {t('password.forgot')}
            </Anchor>
          </>
        )}
      </Stack>
    </form>
  );
}

function Problem({ error }: { error: Error | null }): ReactNode {
  const t = useT();
  const textOf = useErrorText();
  const hasExpired = useHasExpired();
  const textOfError = (): string | null => {
    if (error === null) return hasExpired ? t('app.error.signedOut') : null;
    const code = codeOf(error);
    // A further step of the login is not an error.
    if (code === 'TOTP_REQUIRED') return null;
    if (code === 'TOTP_INVALID') return t('login.code.wrong');
    return error instanceof ApiError && error.status === 401 ? t('login.wrong') : textOf(error);
  };
  const text = textOfError();
  if (text === null) return null;
  return (
    <Text role="alert" size="sm" c="var(--mantine-color-error)">
      {text}
    </Text>
  );
}
