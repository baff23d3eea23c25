import { Alert, Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../shared/api/index.js';
import { readInstallation } from '../pages/setup/calls.js';
import { useT } from '../texts/index.js';

/** A folder of its own: the demo stays as it is and can be started again. */
const OWN_SHOP = 'DATA_DIR=.my-shop DEMO_DATA=false npm start';

/** What a visitor of the log-in page needs to know where there is no administrator, or a demo. */
export function InstallationHint(): ReactNode {
  const t = useT();
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['installation'],
    queryFn: () => readInstallation(api),
    retry: false,
  });
  if (data === undefined) return null;
  if (!data.has_administrator) {
    return <Alert title={t('login.setup')}>{t('login.setup.text')}</Alert>;
  }
  if (!data.is_demo) return null;
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed" ta="center">
        {t('login.demo')}
      </Text>
      <Code block ta="center" tabIndex={0}>
        {OWN_SHOP}
      </Code>
    </Stack>
  );
}
