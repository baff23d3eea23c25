import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { CurrentPasswordInput } from '../../parts/current-password-input.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';

const FIELDS = ['username', 'email', 'password', 'pin_code'] as const;

/** What one logs in with: user name, e-mail address, password and PIN. */
export function OwnLogin(): ReactNode {
  const t = useT();
  const { me } = useDesk();
  const [isChanging, setChanging] = useState(false);
  return (
    <Panel title={t('own.title')} maw={760}>
      <Stack>
        <Text size="sm">{[me.username, me.email].filter(Boolean).join(' · ')}</Text>
        <Group>
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('own.change')}
          </Button>
        </Group>
      </Stack>
      {isChanging && <ChangeDialog onClose={() => setChanging(false)} />}
    </Panel>
  );
}

function ChangeDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { me } = useDesk();
  const before = {
    username: me.username ?? '',
    email: me.email ?? '',
    password: '',
    pin_code: '',
  };
  const form = useForm({
    start: () => ({ ...before, current_password: '' }),
    save: async ({ current_password, ...draft }) => {
      const changed = FIELDS.filter(name => draft[name] !== before[name]);
      const body = Object.fromEntries(changed.map(name => [name, draft[name] || null]));
      const answered = await answer(
        api.PATCH('/auth/me/', { body: { ...body, current_password } }),
      );
      // A new password removes the passkeys, and a change ends the other logins.
      for (const key of ['own-logins', 'passkeys']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
      return answered;
    },
    changes: [['desk'], ['users']],
    done: () => t('own.done'),
    onClose,
  });
  const { draft } = form;
  const isChanged = FIELDS.some(name => draft[name] !== before[name]);
  const secret = (name: 'password' | 'pin_code') => ({
    visibilityToggleButtonProps: { 'aria-label': t('login.showPassword') },
    'aria-invalid': form.errorOf(name) !== undefined,
    ...form.text(name),
  });
  return (
    <FormDialog
      title={t('own.title')}
      size="lg"
      submit={t('app.save')}
      isReady={isChanged && draft.current_password !== ''}
      {...form.dialog}
    >
      <Text size="sm" c="dimmed">
        {t('own.text')}
      </Text>
      <Group grow align="flex-start">
        <TextInput
          label={t('users.field.username')}
          autoComplete="username"
          {...form.text('username')}
        />
        <TextInput
          type="email"
          label={t('users.field.email')}
          autoComplete="email"
          {...form.text('email')}
        />
      </Group>
      <Group grow align="flex-start">
        <PasswordInput
          label={t('own.password')}
          description={t('own.keep')}
          autoComplete="new-password"
          {...secret('password')}
        />
        <PasswordInput
          label={t('own.pin')}
          description={t('own.keep')}
          inputMode="numeric"
          autoComplete="off"
          {...secret('pin_code')}
        />
      </Group>
      <CurrentPasswordInput {...form.text('current_password')} />
    </FormDialog>
  );
}
