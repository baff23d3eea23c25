import { Anchor, Checkbox, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useChangeConsent, useMailConsent } from '../account/use-mail-consent.js';
import { Panel } from '../parts/panel.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import type { Cart } from '../types.js';
import type { DraftErrors } from './check-draft.js';
import type { Draft } from './checkout-storage.js';
import { ReminderBox } from './reminder-box.js';

/** What each part of the form gets. */
export type Part = {
  draft: Draft;
  errors: DraftErrors;
  onChange: (change: Partial<Draft>) => void;
};

/** Saves the consent of the form; the order neither waits for it nor fails with it. */
export function useConsentOf(draft: Draft, onChange: Part['onChange']): () => void {
  const { mutate } = useChangeConsent();
  return () => {
    if (!draft.mailConsent) return;
    mutate(true);
    // The next checkout asks anew, with an empty box.
    onChange({ mailConsent: false });
  };
}

export function Contact({ cart, draft, errors, onChange }: Part & { cart: Cart }): ReactNode {
  const t = useT();
  const isCustomer = useSession().data?.authenticated === true;
  const mayAsk = useMailConsent().data?.consent === false;
  return (
    <Panel title={t('checkout.contact')}>
      <TextInput
        name="email"
        type="email"
        label={t('checkout.email')}
        description={t('checkout.email.text')}
        withAsterisk
        autoComplete="email"
        maxLength={254}
        value={draft.email}
        error={errors.email}
        onChange={event => onChange({ email: event.currentTarget.value })}
      />
      {mayAsk && (
        <Checkbox
          label={t('checkout.consent')}
          checked={draft.mailConsent ?? false}
          onChange={event => onChange({ mailConsent: event.currentTarget.checked })}
        />
      )}
      {!isCustomer && (
        <>
          <ReminderBox cart={cart} draft={draft} onChange={onChange} />
          <Checkbox
            label={t('checkout.createAccount')}
            checked={draft.createAccount}
            onChange={event => onChange({ createAccount: event.currentTarget.checked })}
          />
          <Text size="sm">
            {t('checkout.haveAccount')}{' '}
            <Anchor component={Link} href="/login?next=/checkout" size="sm" underline="always">
              {t('account.logIn')}
            </Anchor>
          </Text>
        </>
      )}
    </Panel>
  );
}
