import { Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Panel } from '../parts/panel.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';

const PATH = '/web-commerce/account/mail-consent/';

/** Whether the customer wants mails that no order needs. */
export function ConsentPanel(): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const stored = useQuery({
    queryKey: ['mail-consent'],
    queryFn: () => answer(api.GET(PATH)),
  });
  const change = useMutation({
    mutationFn: (consent: boolean) => answer(api.PUT(PATH, { body: { consent } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mail-consent'] }),
  });
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
