import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useT } from '../../texts/index.js';
import { useProgress } from '../setup/use-progress.js';

/** Leads an administrator back to the first run while a step of it is open. */
export function SetupBanner(): ReactNode {
  const t = useT();
  const { data } = useProgress();
  if (data === undefined || data.is_complete) return null;
  const done = data.steps.filter(({ status }) => status !== 'open').length;
  return (
    <Alert>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('setup.banner', { done, all: data.steps.length })}</Text>
        <Button component={Link} href="/setup" size="xs">
          {t('setup.banner.go')}
        </Button>
      </Group>
    </Alert>
  );
}
