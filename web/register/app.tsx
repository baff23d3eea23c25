import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { LanguageSwitch, SchemeSwitch } from '../shared/components/preferences.js';
import { useT } from './texts/index.js';

export function Register(): ReactNode {
  const t = useT();
  return (
    <Router base="/app/register">
      <Group component="header" justify="space-between" p="md">
        <Title order={1}>{t('register.title')}</Title>
        <Group gap="xs">
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
      </Group>
    </Router>
  );
}
