import { Box, Group, ScrollArea, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { LanguageSwitch, SchemeSwitch } from '../../shared/components/preferences.js';
import { Brand } from '../parts/brand.js';
import { useDesk } from '../state/desk.js';
import { usePendingApprovals } from '../state/use-approvals.js';
import { useT } from '../texts/index.js';
import { GROUPS, type PageEntry } from './pages.js';

export function Nav({ onGo }: { onGo: () => void }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  return (
    <>
      <Box px="md" py="sm" h={56} visibleFrom="sm">
        <Brand />
      </Box>
      <ScrollArea flex={1} px="sm" pb="md" type="never">
        {GROUPS.map(group => {
          const pages = group.pages.filter(page => may(page.permission));
          if (pages.length === 0) return null;
          return (
            <Stack key={group.text} gap={2} mt="sm">
              <Text size="xs" fw={600} c="dimmed" px={12} pb={2}>
                {t(group.text)}
              </Text>
              {pages.map(page => (
                <NavItem key={page.path} page={page} onGo={onGo} />
              ))}
            </Stack>
          );
        })}
      </ScrollArea>
      <Group hiddenFrom="sm" p="sm" gap={4}>
        <LanguageSwitch />
        <SchemeSwitch />
      </Group>
    </>
  );
}

function NavItem({ page, onGo }: { page: PageEntry; onGo: () => void }): ReactNode {
  const t = useT();
  const [location] = useLocation();
  const isHere = page.path === '/' ? location === '/' : location.startsWith(page.path);
  return (
    <Link
      href={page.path}
      className="desk-nav"
      aria-current={isHere ? 'page' : undefined}
      onClick={onGo}
    >
      {page.icon}
      {t(page.text)}
      {page.path === '/approvals' && <Waiting />}
    </Link>
  );
}

function Waiting(): ReactNode {
  const t = useT();
  const count = usePendingApprovals().data?.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="desk-count">
      {count}
      <span className="visually-hidden"> {t('nav.waiting')}</span>
    </span>
  );
}
