import { ActionIcon, Badge, Box, Button, Group, Indicator, Menu, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBookmark,
  IconCash,
  IconCashBanknote,
  IconClockHour4,
  IconCloudOff,
  IconCloudUp,
  IconDeviceDesktop,
  IconDoorExit,
  IconFileText,
  IconGift,
  IconHistory,
  IconMenu2,
  IconPackage,
  IconPlug,
  IconReceipt,
  IconStopwatch,
  IconUserCheck,
  IconUsers,
  IconWifi,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOnline } from '../../shared/api/index.js';
import { LanguageSwitch, SchemeSwitch } from '../../shared/components/preferences.js';
import icon from '../../shared/icon.svg';
import { useInbox } from '../state/inbox.js';
import { useAllUnsent } from '../state/journal/unsent.js';
import { may } from '../state/may.js';
import { useOpenSales } from '../state/open-sales.js';
import { usePayOuts } from '../state/pay-outs.js';
import { parked, sale, waitingHere } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { setAside } from '../state/set-aside.js';
import { useShift } from '../state/shift.js';
import { useHeldSales } from '../state/use-held-sales.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';
import { PrinterTroubles } from './printer-troubles.js';

export type DialogName =
  | 'parked'
  | 'return'
  | 'drawer'
  | 'receipt'
  | 'shift'
  | 'queue'
  | 'inbox'
  | 'orders'
  | 'layaways'
  | 'quotes'
  | 'payOuts'
  | 'cardBalance'
  | 'devices'
  | 'display'
  | 'recent';

type Props = { session: Session; onOpen: (dialog: DialogName) => void; onSignOut: () => void };

export function Header({ session, onOpen, onSignOut }: Props): ReactNode {
  const t = useT();
  const entries = useAllUnsent();
  const unsent = entries.length;
  const isSales = entries.every(({ kind }) => kind === 'sale');
  const waiting = t(isSales ? 'queue.waiting' : 'journal.waiting', { count: unsent });
  const parkedCount = useWaiting() + usePartPaid();
  return (
    <header className={css.header}>
      <div className={css.brand}>
        <img src={icon} alt="" className={css.logo} />
        <div style={{ minWidth: 0 }}>
          <Text component="h1" fw={700} lh={1.2} truncate fz={{ base: 'sm', sm: 'md' }} m={0}>
            {session.store.name}
          </Text>
          <button
            type="button"
            className={css.cashier}
            aria-label={`${session.terminal} · ${session.user.name}: ${t('menu.switch')}`}
            onClick={onSignOut}
          >
            {session.terminal} · {session.user.name}
          </button>
        </div>
      </div>
      <Group gap={6} ml="auto" wrap="nowrap">
        {unsent > 0 && (
          <Button
            size="sm"
            color="brass"
            variant="light"
            c="var(--app-warn-ink)"
            leftSection={<IconCloudUp size={18} />}
            onClick={() => onOpen('queue')}
            data-testid="queue"
            aria-label={waiting}
          >
            <Box component="span" visibleFrom="xs">
              {waiting}
            </Box>
            <Box component="span" hiddenFrom="xs">
              {unsent}
            </Box>
          </Button>
        )}
        <Connection />
        <NoShift onOpen={() => onOpen('shift')} />
        <PayOuts onOpen={() => onOpen('payOuts')} />
        <PrinterTroubles session={session} onOpen={() => onOpen('devices')} />
        {may(session, 'approval.decide') && <Inbox onOpen={() => onOpen('inbox')} />}
        <Indicator
          label={parkedCount}
          size={18}
          disabled={parkedCount === 0}
          color="pine.7"
          visibleFrom="md"
        >
          <Button
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            leftSection={<IconStopwatch size={18} />}
            classNames={{ section: css.onlyIcon }}
            onClick={() => onOpen('parked')}
            aria-label={t('parked.title')}
          >
            <Text span inherit visibleFrom="lg">
              {t('parked.title')}
            </Text>
          </Button>
        </Indicator>
        <Group gap={6} wrap="nowrap" visibleFrom="sm">
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
        <MainMenu onOpen={onOpen} onSignOut={onSignOut} />
      </Group>
    </header>
  );
}

/** Parked sales of this till, also those whose payment waits for an answer, and held sales of the store. */
function useWaiting(): number {
  const { held } = sale.use().basket;
  const others = (useHeldSales().data ?? []).filter(one => one.id !== held?.id);
  return (
    setAside.use().length +
    waitingHere(parked.use(), useOnline()).length +
    others.filter(one => one.status === 'held').length
  );
}

/** Partly paid sales that any till of the store can continue. */
function usePartPaid(): number {
  const { paying } = sale.use();
  const open = useOpenSales().data ?? [];
  return open.filter(
    ({ status, transaction_id }) =>
      status === 'partially_paid' && transaction_id !== paying?.number,
  ).length;
}

/** The register offers to open a shift even where none is required. */
function NoShift({ onOpen }: { onOpen: () => void }): ReactNode {
  const t = useT();
  if (useShift().data !== null) return null;
  return (
    <Button
      variant="light"
      color="brass"
      c="var(--app-warn-ink)"
      px={12}
      leftSection={<IconClockHour4 size={18} />}
      onClick={onOpen}
      aria-label={t('shift.open')}
      classNames={{ section: css.onlyIcon }}
    >
      <Text span inherit visibleFrom="lg">
        {t('shift.open')}
      </Text>
    </Button>
  );
}

function PayOuts({ onOpen }: { onOpen: () => void }): ReactNode {
  const t = useT();
  const count = usePayOuts().data?.length ?? 0;
  if (count === 0) return null;
  return (
    <Indicator label={count} size={18} color="red.8" data-testid="pay-outs">
      <Button
        variant="light"
        color="brass"
        c="var(--app-warn-ink)"
        px={12}
        leftSection={<IconCashBanknote size={18} />}
        classNames={{ section: css.onlyIcon }}
        onClick={onOpen}
        aria-label={t('payOuts.waiting', { count })}
      >
        <Text span inherit visibleFrom="lg">
          {t('payOuts.title')}
        </Text>
      </Button>
    </Indicator>
  );
}

function Connection(): ReactNode {
  const t = useT();
  const online = useOnline();
  return (
    <Badge
      size="lg"
      variant="light"
      color={online ? 'pine' : 'brass'}
      c={online ? 'var(--app-accent)' : 'var(--app-warn-ink)'}
      leftSection={online ? <IconWifi size={14} /> : <IconCloudOff size={14} />}
      data-testid="connection"
      tt="none"
      visibleFrom="sm"
    >
      {online ? (
        <Text span inherit visibleFrom="lg">
          {t('online')}
        </Text>
      ) : (
        t('app.offline.title')
      )}
    </Badge>
  );
}

function Inbox({ onOpen }: { onOpen: () => void }): ReactNode {
  const t = useT();
  const count = useInbox(true).data?.length ?? 0;
  return (
    <Indicator label={count} size={18} disabled={count === 0} color="red.8">
      <Button
        variant={count > 0 ? 'light' : 'subtle'}
        color="gray"
        c="var(--mantine-color-text)"
        leftSection={<IconUserCheck size={18} />}
        classNames={{ section: css.onlyIcon }}
        onClick={onOpen}
        aria-label={t('inbox.title')}
      >
        <Text span inherit visibleFrom="lg">
          {t('inbox.title')}
        </Text>
      </Button>
    </Indicator>
  );
}

function MainMenu({ onOpen, onSignOut }: Omit<Props, 'session'>): ReactNode {
  const t = useT();
  const entries: [DialogName, ReactNode, string][] = [
    ['parked', <IconStopwatch key="i" size={18} />, t('parked.title')],
    ['recent', <IconHistory key="i" size={18} />, t('recent.title')],
    ['orders', <IconPackage key="i" size={18} />, t('orders.title')],
    ['layaways', <IconBookmark key="i" size={18} />, t('layaway.title')],
    ['quotes', <IconFileText key="i" size={18} />, t('quote.title')],
    ['payOuts', <IconCashBanknote key="i" size={18} />, t('payOuts.title')],
    ['return', <IconArrowBackUp key="i" size={18} />, t('return.title')],
    ['cardBalance', <IconGift key="i" size={18} />, t('giftCard.check.title')],
    ['drawer', <IconCash key="i" size={18} />, t('drawer.title')],
    ['receipt', <IconReceipt key="i" size={18} />, t('receipt.title')],
    ['shift', <IconClockHour4 key="i" size={18} />, t('shift.title')],
    ['display', <IconDeviceDesktop key="i" size={18} />, t('display.title')],
    ['devices', <IconPlug key="i" size={18} />, t('devices.title')],
  ];
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size={40} aria-label={t('menu.title')}>
          <IconMenu2 size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(([dialog, mark, label]) => (
          <Menu.Item key={dialog} py="sm" leftSection={mark} onClick={() => onOpen(dialog)}>
            {label}
          </Menu.Item>
        ))}
        <Group hiddenFrom="sm" px="sm" pt={6}>
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
        <Menu.Divider />
        <Menu.Item py="sm" leftSection={<IconUsers size={18} />} onClick={onSignOut}>
          {t('menu.switch')}
        </Menu.Item>
        <Menu.Item py="sm" leftSection={<IconDoorExit size={18} />} onClick={onSignOut}>
          {t('app.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
