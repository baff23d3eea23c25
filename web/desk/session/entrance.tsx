import { Center, Group, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { LanguageSwitch, SchemeSwitch } from '../../shared/components/preferences.js';
import { Brand } from '../parts/brand.js';

/** The frame of the pages for people who are not signed in. */
export function Entrance({ children }: { children: ReactNode }): ReactNode {
  return (
    <Stack mih="100vh" gap={0} bg="var(--app-sunken)">
      <Group component="header" justify="flex-end" p="sm" gap="xs">
        <LanguageSwitch />
        <SchemeSwitch />
      </Group>
      <Center component="main" flex={1} p="md" pb={80}>
        <Stack w="100%" maw={440} gap="lg">
          <Brand />
          <Paper p="xl" className="surface" shadow="sm">
            {children}
          </Paper>
        </Stack>
      </Center>
    </Stack>
  );
}
