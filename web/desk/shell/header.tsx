import { ActionIcon, Burger, Group, Menu, Text } from '@mantine/core';
import { IconBuildingStore, IconDevices, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { LiveState } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useOnline } from '../../shared/api/index.js';
import { LanguageSwitch, SchemeSwitch } from '../../shared/components/preferences.js';
import { StoreSelect } from '../parts/store-select.js';
import { Tag, type Tone } from '../parts/tag.js';
import { useLogOut } from '../session/use-login.js';
import { useDesk } from '../state/desk.js';
import { useLiveState } from '../state/live.js';
import { recentStores } from '../state/recent-stores.js';
import { type Key, useT } from '../texts/index.js';
import { Palette } from './palette/index.js';

const ALL = '*';

export function Header(props: { isNavOpen: boolean; onNav: () => void }): ReactNode {
  const t = useT();
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Burger
          opened={props.isNavOpen}
          onClick={props.onNav}
          hiddenFrom="sm"
          size="sm"
          aria-label={t('nav.open')}
        />
        <StoreSwitch />
      </Group>
      <Group gap={4} wrap="nowrap">
        <Palette />
        <LiveTag />
        <Group gap={4} wrap="nowrap" visibleFrom="sm">
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
        <AccountMenu />
      </Group>
    </Group>
  );
}

function StoreSwitch(): ReactNode {
  const t = useT();
  const { stores, store, choose } = useDesk();
  const isLarge = stores.length > 8;
  const several = stores.length > 1 ? [{ value: ALL, label: t('store.all') }] : [];
  return (
    <StoreSelect
      label={undefined}
      aria-label={t('store.choose')}
      first={several}
      recent={isLarge ? recentStores().filter(code => code !== store?.code) : []}
      value={store?.code ?? ALL}
      onPick={value => choose(value === null || value === ALL ? undefined : value)}
      leftSection={<IconBuildingStore size={18} />}
      maw={260}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      searchable={isLarge}
    />
  );
}

const LIVE: Record<LiveState, [tone: Tone, text: Key]> = {
  connecting: ['busy', 'live.connecting'],
  open: ['good', 'live.open'],
  waiting: ['warn', 'live.waiting'],
  'signed-out': ['bad', 'live.waiting'],
  refused: ['warn', 'live.refused'],
  replaced: ['warn', 'live.refused'],
  closed: ['warn', 'live.waiting'],
};

/** Shows whether the data on screen is updated live. */
function LiveTag(): ReactNode {
  const t = useT();
  const isOnline = useOnline();
  const state = useLiveState();
  const [tone, text] = isOnline ? LIVE[state] : LIVE.waiting;
  return (
    <span
      role="status"
      className="desk-live"
      data-testid="live"
      data-state={isOnline ? state : 'offline'}
    >
      <Tag tone={tone}>{t(text)}</Tag>
    </span>
  );
}

function AccountMenu(): ReactNode {
  const t = useT();
  const { me } = useDesk();
  const logOut = useLogOut();
  const queries = useQueryClient();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('nav.person')}>
          <IconUserCircle size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {me.name}
          </Text>
          <Text size="xs">{t(`role.${me.role}`)}</Text>
        </Menu.Label>
        <Menu.Item component={Link} href="/devices" leftSection={<IconDevices size={16} />}>
          {t('logins.title')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => void logOut().then(() => queries.clear())}
        >
          {t('app.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
