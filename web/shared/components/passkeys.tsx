import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer, type Tillhouse, type Tokens, Unreachable } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../api/index.js';
import type { ItemOf } from '../api/responses.js';
import { useFormat } from '../i18n/format.js';
import { useI18n, useTexts } from '../i18n/index.js';
import { fieldTexts } from '../i18n/refusals.js';
import { Dialog } from './dialog.js';
import { Show, useErrorText } from './states.js';

type Passkey = ItemOf<'/auth/passkeys/'>;

const KEY = ['passkeys'];

/** How people can log in here; the log-in pages offer no button that cannot work. */
export function useSignInOptions() {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: () => answer(api.GET('/auth/options/')),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const hasBrowser = globalThis.PublicKeyCredential !== undefined;
  return {
    passkeys: hasBrowser && data?.passkeys === true,
    singleSignOn: data?.single_sign_on === true,
  };
}

/** Only people who use a passkey load the code for it. */
const webAuthn = () => import('@simplewebauthn/browser');

async function addPasskey(api: Tillhouse, current_password: string): Promise<void> {
  const { startRegistration } = await webAuthn();
  const options = await answer(
    api.POST('/auth/passkeys/registration-options/', { body: { current_password } }),
  );
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { clientExtensionResults: _, ...made } = await startRegistration({ optionsJSON });
  const response = { ...made, clientExtensionResults: {} };
  await answer(api.POST('/auth/passkeys/register/', { body: { response } }));
}

async function logIn(api: Tillhouse): Promise<Tokens> {
  const { startAuthentication } = await webAuthn();
  const options = await answer(api.POST('/auth/passkeys/login-options/'));
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { clientExtensionResults: _, ...signed } = await startAuthentication({ optionsJSON });
  const response = { ...signed, clientExtensionResults: {} };
  return answer(api.POST('/auth/passkeys/login/', { body: { response } }));
}

/** A browser throws an error of its own if the person closes its dialog or has no passkey. */
function usePasskeyError(): (error: Error | null) => string | null {
  const t = useTexts();
  const textOf = useErrorText();
  return error => {
    if (error === null) return null;
    if (error instanceof ApiError && error.code === 'PASSKEY_INVALID') return t('passkeys.refused');
    if (error instanceof ApiError || error instanceof Unreachable) return textOf(error);
    return t('passkeys.cancelled');
  };
}

/** The button of a log-in page; nothing where passkeys cannot work. */
export function PasskeyLogin(props: {
  onLogIn: (tokens: Tokens) => void | Promise<void>;
}): ReactNode {
  const t = useTexts();
  const api = useApi();
  const errorOf = usePasskeyError();
  const { passkeys } = useSignInOptions();
  const login = useMutation({
    mutationFn: async () => props.onLogIn(await logIn(api)),
  });
  if (!passkeys) return null;
  const problem = errorOf(login.error);
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={login.isPending}
        onClick={() => login.mutate()}
      >
        {t('passkeys.signIn')}
      </Button>
      {problem !== null && <Problem text={problem} />}
    </>
  );
}

/** A person's own passkeys. */
export function Passkeys(): ReactNode {
  const t = useTexts();
  const api = useApi();
  const [isAdding, setAdding] = useState(false);
  const { passkeys: canAdd } = useSignInOptions();
  const passkeys = useQuery({
    queryKey: KEY,
    queryFn: () => answer(api.GET('/auth/passkeys/')),
    refetchOnMount: 'always',
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t(canAdd ? 'passkeys.text' : 'passkeys.unavailable')}
      </Text>
      <Show query={passkeys}>
        {rows =>
          rows.length === 0 ? null : (
            <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
              {rows.map(passkey => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </Stack>
          )
        }
      </Show>
      {canAdd && (
        <Group>
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        </Group>
      )}
      {isAdding && (
        <PasswordDialog
          title={t('passkeys.add')}
          submit={t('passkeys.continue')}
          run={password => addPasskey(api, password)}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  );
}

type PasswordDialogProps = {
  title: string;
  submit: string;
  run: (password: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the password before a passkey is added or removed. A wrong one is named at the field. */
function PasswordDialog({ title, submit, run, onClose }: PasswordDialogProps): ReactNode {
  const t = useTexts();
  const { language } = useI18n();
  const queries = useQueryClient();
  const errorOf = usePasskeyError();
  const [password, setPassword] = useState('');
  const add = useMutation({
    mutationFn: () => run(password),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const wrong =
    add.error instanceof ApiError ? fieldTexts(language, add.error).current_password : undefined;
  const problem = wrong === undefined ? errorOf(add.error) : null;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (password !== '') add.mutate();
        }}
      >
        <Stack>
          <Text size="sm">{t('passkeys.password.text')}</Text>
          <PasswordInput
            label={t('passkeys.password')}
            autoComplete="current-password"
            maxLength={1_024}
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
            value={password}
            error={wrong}
            aria-invalid={wrong !== undefined}
            onChange={event => setPassword(event.currentTarget.value)}
          />
          {problem !== null && <Problem text={problem} />}
          <Group justify="flex-end">
            <Button type="submit" loading={add.isPending} disabled={password === ''}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }): ReactNode {
  const t = useTexts();
  const api = useApi();
  const format = useFormat();
  const [isRemoving, setRemoving] = useState(false);
  const { id, name, created_at: createdAt, last_used_at: usedAt } = passkey;
  const remove = (current_password: string): Promise<unknown> =>
    answer(
      api.DELETE('/auth/passkeys/{id}/', { params: { path: { id } }, body: { current_password } }),
    );
  return (
    <Stack component="li" gap="xs" p="md" bg="var(--app-sunken)" bdrs="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap="xs" miw={0} wrap="nowrap" align="flex-start">
          <IconFingerprint size={22} aria-hidden style={{ flex: 'none' }} />
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        </Group>
        <Button
          size="compact-sm"
          variant="default"
          style={{ flex: 'none' }}
          aria-label={t('passkeys.remove.named', { name })}
          onClick={() => setRemoving(true)}
        >
          {t('passkeys.remove')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('passkeys.since', { time: format.dateTime(createdAt) })}
        {usedAt !== null && ` · ${t('logins.seen', { time: format.dateTime(usedAt) })}`}
      </Text>
      {isRemoving && (
        <PasswordDialog
          title={t('passkeys.remove.named', { name })}
          submit={t('passkeys.remove')}
          run={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Stack>
  );
}

function Problem({ text }: { text: string }): ReactNode {
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  );
}
