import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SearchForm } from '../search/search-form.js';
import { useT } from '../texts/index.js';
import { useTitle } from './use-title.js';

/** For an address that leads nowhere: search and the way back to the products. */
export function LostPage(props: { title?: string; text?: string }): ReactNode {
  const t = useT();
  const title = props.title ?? t('lost.title');
  useTitle(title);
  return (
    <Stack maw={520} mx="auto" py="xl" gap="lg">
      <Stack gap="xs">
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{props.text ?? t('lost.text')}</Text>
      </Stack>
      <SearchForm label={t('lost.search')} />
      <Group>
        <Button component={Link} href="/" variant="light">
          {t('catalogue.all')}
        </Button>
      </Group>
    </Stack>
  );
}
