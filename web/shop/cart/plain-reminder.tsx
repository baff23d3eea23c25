import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../../shared/i18n/index.js';
import { useT } from '../texts/index.js';

/** The reminder where scripts do not run, and so no checkout asks for an address. */
export function PlainReminder(): ReactNode {
  const t = useT();
  const { language } = useI18n();
  return (
    <noscript>
      <form method="post" action="/app/shop/cart/reminder/">
        <Stack gap="xs">
          <input type="hidden" name="lang" value={language} />
          <TextInput
            name="email"
            type="email"
            label={t('checkout.email')}
            autoComplete="email"
            maxLength={254}
          />
          <Checkbox name="consent" label={t('reminder.label')} description={t('reminder.text')} />
          <Button type="submit" variant="default">
            {t('reminder.save')}
          </Button>
        </Stack>
      </form>
    </noscript>
  );
}
