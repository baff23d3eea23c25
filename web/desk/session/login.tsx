import { Center, Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { OfflineBanner } from '../../shared/components/offline-banner.js';
import { LanguageSwitch, SchemeSwitch } from '../../shared/components/preferences.js';
import { Brand } from '../parts/brand.js';
import { useT } from '../texts/index.js';
import { InstallationHint } from './installation-hint.js';
import { LoginForm } from './login-form.js';

export function Login(): ReactNode {
  const t = useT();
  return (
    <Stack mih="100vh" gap={0} bg="var(--app-sunken)">
      <OfflineBanner>{t('login.offline')}</OfflineBanner>
      <Group component="header" justify="flex-end" p="sm" gap="xs">
        <LanguageSwitch />
        <SchemeSwitch />
      </Group>
      <Center component="main" flex={1} p="md" pb={120}>
        <Stack w="100%" maw={380} gap="lg">
          <Brand order={1} />
          <Paper p="xl" className="surface" shadow="sm">
            <LoginForm />
          </Paper>
          <Text size="sm" c="dimmed" ta="center">
            {t('login.help')}
          </Text>
          <InstallationHint />
        </Stack>
      </Center>
    </Stack>
  );
}
