import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { LanguageSwitch, SchemeSwitch } from '../shared/components/preferences.js';
import { useT } from './texts/index.js';

export function Desk(): ReactNode {
  const t = useT();
  return (
    <Router base="/app/desk">
      <Group component="header" justify="space-between" p="md">
        <Title order={1}>{t('desk.title')}</Title>
        <Group gap="xs">
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
      </Group>
    </Router>
  );
}
