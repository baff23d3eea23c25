import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiError, answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../api/index.js';
import { useI18n, useTexts } from '../i18n/index.js';
import { fieldTexts } from '../i18n/refusals.js';
import { useErrorText } from './states.js';

/** Pages of the screen: where links are asked for, and where people sign in. */
type Pages = { forgotHref: string; loginHref: string };

const MIN_PASSWORD = 8;

function Refusal({ error }: { error: unknown }): ReactNode {
  const textOf = useErrorText();
  if (error === null) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {textOf(error)}
    </Alert>
  );
}

function Heading({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <div>
      <Title order={1}>{title}</Title>
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </div>
  );
}

/**
 * Asks for a link. It says the same whether or not the address has an account. A page of the shop
 * names its store, whose texts the mail has.
 */
export function ForgotPassword(props: Pick<Pages, 'loginHref'> & { storeId?: string }): ReactNode {
  const { loginHref, storeId: store_id } = props;
  const t = useTexts();
  const api = useApi();
  const [email, setEmail] = useState('');
  const send = useMutation({
    mutationFn: (body: { email: string }) =>
      answer(api.POST('/auth/password-reset/', { body: { ...body, store_id } })),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send.mutate({ email: email.trim() });
  };
  const back = <Anchor href={loginHref}>{t('password.back')}</Anchor>;
  if (send.isSuccess) {
    return (
      <Stack role="status">
        <Heading
          title={t('password.sent.title')}
          text={t('password.sent.text', { email: send.variables.email })}
        />
        <Button variant="default" onClick={() => send.reset()}>
          {t('password.again')}
        </Button>
        {back}
      </Stack>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Heading title={t('password.forgot.title')} text={t('password.forgot.text')} />
        <Refusal error={send.error} />
        <TextInput
          label={t('password.email')}
          type="email"
          autoComplete="username"
          autoFocus
          required
          maxLength={254}
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" size="md" loading={send.isPending}>
          {t('password.send')}
        </Button>
        {back}
      </Stack>
    </form>
  );
}

/** The token of the link, which stands after the #. */
export const resetToken = (): string | undefined => location.hash.slice(1) || undefined;

/** Whether the link is an invitation, which opens an account that has no password yet. */
export const isInvitation = (): boolean => new URLSearchParams(location.search).has('invitation');

/** Who was invited. Staff cannot ask for another link themselves. */
type Invited = { invited?: 'staff' | 'customer' };

/** Sets a new password with the token of the mailed link. */
export function NewPassword(props: Pages & Invited & { token: string | undefined }): ReactNode {
  const { token, invited, ...pages } = props;
  const t = useTexts();
  const api = useApi();
  const save = useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      answer(api.POST('/auth/password-reset/confirm/', { body })),
    // The token is used up; it does not stay in the history of the browser.
    onSuccess: () => history.replaceState(null, '', location.pathname),
  });
  if (save.isSuccess) {
    return (
      <Stack role="status">
        <Heading
          title={t(invited ? 'password.invited.done.title' : 'password.done.title')}
          text={t(invited ? 'password.invited.done.text' : 'password.done.text')}
        />
        <Button component="a" href={pages.loginHref} size="md">
          {t('password.signIn')}
        </Button>
      </Stack>
    );
  }
  const code = save.error instanceof ApiError ? save.error.code : undefined;
  if (token === undefined || code === 'RESET_LINK_INVALID' || code === 'RESET_LINK_USED') {
    return <DeadLink isUsed={code === 'RESET_LINK_USED'} invited={invited} {...pages} />;
  }
  return (
    <NewPasswordForm
      isFirst={invited !== undefined}
      error={save.error}
      isPending={save.isPending}
      onSave={password => save.mutate({ token, password })}
    />
  );
}

function NewPasswordForm(props: {
  isFirst: boolean;
  error: unknown;
  isPending: boolean;
  onSave: (password: string) => void;
}): ReactNode {
  const t = useTexts();
  const { language } = useI18n();
  const [password, setPassword] = useState('');
  const { error } = props;
  const fields = error instanceof ApiError ? fieldTexts(language, error) : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    props.onSave(password);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Heading
          title={t(props.isFirst ? 'password.invited.title' : 'password.new.title')}
          text={t(props.isFirst ? 'password.invited.text' : 'password.new.text')}
        />
        {fields.password === undefined && <Refusal error={error} />}
        <PasswordInput
          label={t('password.new')}
          description={t('password.new.hint')}
          autoComplete="new-password"
          autoFocus
          required
          minLength={MIN_PASSWORD}
          maxLength={200}
          error={fields.password}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
        />
        <Button type="submit" size="md" loading={props.isPending}>
          {t('password.save')}
        </Button>
      </Stack>
    </form>
  );
}

function DeadLink(props: Pages & Invited & { isUsed: boolean }): ReactNode {
  const { isUsed, invited, forgotHref, loginHref } = props;
  const t = useTexts();
  const invalid = invited ? 'password.invited.invalid.text' : 'password.invalid.text';
  return (
    <Stack role="alert">
      <Heading
        title={t(isUsed ? 'password.used.title' : 'password.invalid.title')}
        text={t(isUsed ? 'password.used.text' : invalid)}
      />
      {(isUsed || invited !== 'staff') && (
        <Button component="a" href={forgotHref} size="md">
          {t('password.sendNew')}
        </Button>
      )}
      <Anchor href={loginHref}>{t('password.back')}</Anchor>
    </Stack>
  );
}
