import { Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../parts/panel.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';
import { useChangeConsent, useMailConsent } from './use-mail-consent.js';

/** Whether the customer wants mails that no order needs. */
export function ConsentPanel(): ReactNode {
  const t = useT();
  const stored = useMailConsent();
  const change = useChangeConsent();
  return (
    <Panel title={t('consent.title')}>
      <Refusal error={change.error} />
      <Switch
        label={t('consent.label')}
        disabled={stored.data === undefined || change.isPending}
        checked={stored.data?.consent ?? false}
        onChange={event => change.mutate(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {t('consent.text')}
      </Text>
    </Panel>
  );
}
