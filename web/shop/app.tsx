import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { LanguageSwitch, SchemeSwitch } from '../shared/components/preferences.js';
import { useT } from './texts/index.js';

export function Shop(): ReactNode {
  const t = useT();
  return (
    <Router base="/app/shop">
      <Group component="header" justify="space-between" p="md">
        <Title order={1}>{t('shop.title')}</Title>
        <Group gap="xs">
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
      </Group>
    </Router>
  );
}
