import { Group, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOnline } from '../api/connection.js';
import { useTexts } from '../i18n/index.js';

/** Shown while the service is unreachable; `children` say what still works on this screen. */
export function OfflineBanner({ children }: { children?: ReactNode }): ReactNode {
  const online = useOnline();
  const t = useTexts();
  if (online) return null;
  return (
    <Group
      role="status"
      gap="xs"
      px="md"
      py={8}
      bg="var(--app-warn-soft)"
      c="var(--app-warn-ink)"
      wrap="nowrap"
      data-testid="offline"
    >
      <IconCloudOff size={20} aria-hidden />
      <Text size="sm" fw={600}>
        {t('app.offline.title')}
      </Text>
      <Text size="sm">{children ?? t('app.offline.text')}</Text>
    </Group>
  );
}
