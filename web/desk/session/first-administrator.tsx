import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { useErrorText } from '../../shared/components/states.js';
import { useI18n } from '../../shared/i18n/index.js';
import { fieldTexts } from '../../shared/i18n/refusals.js';
import { becomeAdministrator } from '../pages/setup/calls.js';
import { useT } from '../texts/index.js';
import { Entrance } from './entrance.js';
import { loginChanged } from './use-login.js';

const PAGE = '/app/desk/setup';
const MIN_PASSWORD = 8;

/** The token of the one-time link, which stands after the #; undefined on every other page. */
export const setupToken = (): string | undefined =>
  location.pathname.replace(/\/$/, '') === PAGE && location.hash.length > 1
    ? location.hash.slice(1)
    : undefined;

/** The page of the one-time link: makes the first administrator and signs in. */
export function FirstAdministrator({ token }: { token: string }): ReactNode {
  const t = useT();
  return (
    <Entrance>
      <Stack>
        <div>
          <Title order={1}>{t('first.title')}</Title>
          <Text size="sm" c="dimmed">
            {t('first.text')}
          </Text>
        </div>
        <AdministratorForm token={token} />
      </Stack>
    </Entrance>
  );
}

const EMPTY = { first_name: '', last_name: '', username: '', email: '', password: '' };
type Draft = typeof EMPTY;

function useClaim(token: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ email, ...draft }: Draft) =>
      becomeAdministrator(api, { token, ...draft, ...(email !== '' && { email }) }),
    onSuccess: tokens => {
      queries.clear();
      api.tokens.set(tokens);
      // The token is used up; it does not stay in the history of the browser.
      history.replaceState(null, '', PAGE);
      loginChanged();
    },
  });
}

function AdministratorForm({ token }: { token: string }): ReactNode {
  const t = useT();
  const { language } = useI18n();
  const textOf = useErrorText();
  const [draft, setDraft] = useState(EMPTY);
  const claim = useClaim(token);
  const errors = claim.error instanceof ApiError ? fieldTexts(language, claim.error) : {};
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft(before => ({ ...before, [name]: value }));
    },
    error: errors[name],
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    claim.mutate(draft);
  };
  const isReady =
    draft.first_name !== '' && draft.username !== '' && draft.password.length >= MIN_PASSWORD;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Group grow align="flex-start">
          <TextInput
            label={t('users.field.first_name')}
            autoComplete="given-name"
            autoFocus
            maxLength={100}
            {...field('first_name')}
          />
          <TextInput
            label={t('users.field.last_name')}
            autoComplete="family-name"
            maxLength={100}
            {...field('last_name')}
          />
        </Group>
        <TextInput
          label={t('login.username')}
          autoComplete="username"
          maxLength={150}
          {...field('username')}
        />
        <TextInput
          type="email"
          label={t('users.field.email')}
          autoComplete="email"
          maxLength={254}
          {...field('email')}
        />
        <PasswordInput
          label={t('login.password')}
          description={t('first.password.hint')}
          autoComplete="new-password"
          maxLength={200}
          visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          {...field('password')}
        />
        {claim.error !== null && Object.keys(errors).length === 0 && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {textOf(claim.error)}
          </Text>
        )}
        <Button type="submit" loading={claim.isPending} disabled={!isReady} fullWidth>
          {t('first.submit')}
        </Button>
      </Stack>
    </form>
  );
}
