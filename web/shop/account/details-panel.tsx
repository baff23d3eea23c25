import { Anchor, Button, Group, PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { Dialog } from '../../shared/components/dialog.js';
import { useI18n } from '../../shared/i18n/index.js';
import { fieldTexts } from '../../shared/i18n/refusals.js';
import { Form } from '../parts/form.js';
import { Panel } from '../parts/panel.js';
import { Refusal } from '../parts/refusal.js';
import { renewSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';

type Details = { first_name: string; last_name: string; phone: string };

const MIN_PASSWORD = 8;

/** Name, phone number and password of the customer. The mail address changes at a store. */
export function DetailsPanel({ user }: { user: Details }): ReactNode {
  const t = useT();
  const [isChanging, setChanging] = useState(false);
  return (
    <Panel title={t('details.title')}>
      <DetailsForm user={user} />
      <Group>
        <Button variant="default" onClick={() => setChanging(true)}>
          {t('details.password')}
        </Button>
      </Group>
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </Panel>
  );
}

/** The texts of the fields that were refused. */
function useFieldTexts(error: unknown): Record<string, string> {
  const { language } = useI18n();
  return error instanceof ApiError ? fieldTexts(language, error) : {};
}

function DetailsForm({ user }: { user: Details }): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { first_name, last_name, phone } = user;
  const [draft, setDraft] = useState({ first_name, last_name, phone });
  const save = useMutation({
    mutationFn: async () => {
      await answer(api.PATCH('/web-commerce/account/', { body: draft }));
      await renewSession(queries, api);
    },
  });
  const errors = useFieldTexts(save.error);
  const input = (name: keyof Details) => ({
    value: draft[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setDraft({ ...draft, [name]: event.currentTarget.value });
      save.reset();
    },
  });
  return (
    <Form onSubmit={() => save.mutate()} gap="sm">
      {Object.keys(errors).length === 0 && <Refusal error={save.error} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('address.firstName')}
          autoComplete="given-name"
          maxLength={100}
          required
          {...input('first_name')}
        />
        <TextInput
          label={t('address.lastName')}
          autoComplete="family-name"
          maxLength={100}
          required
          {...input('last_name')}
        />
      </SimpleGrid>
      <TextInput
        label={t('details.phone')}
        type="tel"
        autoComplete="tel"
        maxLength={50}
        {...input('phone')}
      />
      <Group>
        <Button type="submit" loading={save.isPending}>
          {t('details.save')}
        </Button>
        {save.isSuccess && (
          <Text size="sm" role="status">
            {t('details.saved')}
          </Text>
        )}
      </Group>
    </Form>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => {
      const body = { current_password: current, password };
      return answer(api.POST('/web-commerce/account/password/', { body }));
    },
    onSuccess: () => {
      for (const key of ['own-logins', 'passkeys']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    },
  });
  const errors = useFieldTexts(change.error);
  const eye = { 'aria-label': t('login.show'), tabIndex: 0 };
  return (
    <Dialog title={t('details.password')} onClose={onClose}>
      {change.isSuccess ? (
        <Text role="status">{t('details.password.done')}</Text>
      ) : (
        <Form onSubmit={() => change.mutate()}>
          <Text size="sm">{t('details.password.text')}</Text>
          {Object.keys(errors).length === 0 && <Refusal error={change.error} />}
          <PasswordInput
            label={t('details.password.current')}
            autoComplete="current-password"
            required
            maxLength={1_024}
            error={errors.current_password}
            value={current}
            visibilityToggleButtonProps={eye}
            onChange={event => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('details.password.new')}
            description={t('register.password')}
            autoComplete="new-password"
            required
            minLength={MIN_PASSWORD}
            maxLength={200}
            error={errors.password}
            value={password}
            visibilityToggleButtonProps={eye}
            onChange={event => setPassword(event.currentTarget.value)}
          />
          <Anchor component={Link} href="/forgot-password" size="sm">
            {t('details.password.forgotten')}
          </Anchor>
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {t('details.password.save')}
            </Button>
          </Group>
        </Form>
      )}
    </Dialog>
  );
}
