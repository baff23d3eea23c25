import {
  Anchor,
  Button,
  Checkbox,
  Group,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { ApiError } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useI18n } from '../../shared/i18n/index.js';
import { fieldTexts } from '../../shared/i18n/refusals.js';
import { useSecondsLeft } from '../checkout/countdown.js';
import { useTitle } from '../layout/use-title.js';
import { Refusal } from '../parts/refusal.js';
import { stored } from '../storage.js';
import { useT } from '../texts/index.js';
import { type NewAccount, useRegister, useResend, useVerify } from './use-account.js';

type Pending = { token: string; email: string; resendAt: number };

/** Stored, so that a reload returns to the verification code. */
const storedRegistration = stored<Pending>(sessionStorage, 'registration');

const BLANK: NewAccount = {
  email: '',
  password: '',
  first_name: '',
  last_name: '',
  mail_consent: false,
};

function AccountForm({ onSent }: { onSent: (pending: Pending) => void }): ReactNode {
  const t = useT();
  const register = useRegister();
  const [form, setForm] = useState(BLANK);
  const { language } = useI18n();
  const errors = register.error instanceof ApiError ? fieldTexts(language, register.error) : {};
  const input = (name: Exclude<keyof NewAccount, 'mail_consent'>) => ({
    required: true,
    value: form[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    register.mutate(form, {
      onSuccess: ({ registration_token: token, resend_available_at: at }) =>
        onSent({ token, email: form.email, resendAt: Date.parse(at) }),
    });
  };
  return (
    <Stack component="form" onSubmit={submit} gap="md">
      {Object.keys(errors).length === 0 && <Refusal error={register.error} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('address.firstName')}
          autoComplete="given-name"
          maxLength={100}
          {...input('first_name')}
        />
        <TextInput
          label={t('address.lastName')}
          autoComplete="family-name"
          maxLength={100}
          {...input('last_name')}
        />
      </SimpleGrid>
      <TextInput
        label={t('checkout.email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        {...input('email')}
      />
      <PasswordInput
        label={t('login.password')}
        description={t('register.password')}
        autoComplete="new-password"
        minLength={8}
        maxLength={200}
        visibilityToggleButtonProps={{ 'aria-label': t('login.show'), tabIndex: 0 }}
        {...input('password')}
      />
      <Checkbox
        label={t('checkout.consent')}
        checked={form.mail_consent}
        onChange={event => setForm({ ...form, mail_consent: event.currentTarget.checked })}
      />
      <Button type="submit" size="md" loading={register.isPending}>
        {t('register.send')}
      </Button>
      <Text size="sm">
        {t('checkout.haveAccount')}{' '}
        <Anchor component={Link} href="/login" size="sm" underline="always">
          {t('account.logIn')}
        </Anchor>
      </Text>
    </Stack>
  );
}

function CodeForm(props: { pending: Pending; onChange: (next?: Pending) => void }): ReactNode {
  const t = useT();
  const { pending, onChange } = props;
  const [, navigate] = useLocation();
  const [otp, setOtp] = useState('');
  const verify = useVerify();
  const resend = useResend();
  const wait = useSecondsLeft(pending.resendAt);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = { registration_token: pending.token, otp: otp.trim() };
    verify.mutate(body, {
      onSuccess: () => {
        storedRegistration.set(undefined);
        navigate('/account', { replace: true });
      },
    });
  };
  const sendAgain = (): void =>
    resend.mutate(pending.token, {
      onSuccess: ({ resend_available_at: at }) =>
        onChange({ ...pending, resendAt: at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at) }),
    });
  return (
    <Stack component="form" onSubmit={submit} gap="md">
      <Text>{t('register.code.text', { email: pending.email })}</Text>
      <Refusal error={verify.error ?? resend.error} />
      <TextInput
        label={t('register.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={20}
        value={otp}
        onChange={event => setOtp(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={verify.isPending}>
        {t('register.open')}
      </Button>
      <Group justify="space-between">
        <Button variant="subtle" onClick={() => onChange(undefined)}>
          {t('app.back')}
        </Button>
        <Button variant="subtle" disabled={wait > 0} loading={resend.isPending} onClick={sendAgain}>
          {wait > 0 ? t('register.resend.wait', { count: wait }) : t('register.resend')}
        </Button>
      </Group>
    </Stack>
  );
}

export function RegisterPage(): ReactNode {
  const t = useT();
  const [pending, setPending] = useState(storedRegistration.get);
  useTitle(t('register.title'));
  const change = (next?: Pending): void => {
    storedRegistration.set(next);
    setPending(next);
  };
  return (
    <Stack maw={460} mx="auto" py="xl" gap="md">
      <Title order={1}>{t('register.title')}</Title>
      {pending === undefined ? (
        <AccountForm onSent={change} />
      ) : (
        <CodeForm pending={pending} onChange={change} />
      )}
    </Stack>
  );
}
