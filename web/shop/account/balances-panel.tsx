import { Badge, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconStar, IconWallet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { Panel } from '../parts/panel.js';
import { useT } from '../texts/index.js';
import { useBalances } from './use-balances.js';

/** Points with their tier and end, and the store credit of the account. */
export function BalancesPanel({ points }: { points: number }): ReactNode {
  const t = useT();
  const { money, date } = useFormat();
  const balances = useBalances();
  const expiring = balances?.expiring ?? null;
  return (
    <>
      <Panel title={t('points.title')}>
        <Group>
          <ThemeIcon size={44} radius="xl" color="brass" variant="light">
            <IconStar aria-hidden />
          </ThemeIcon>
          <Stack gap={0}>
            <Group gap="xs">
              <Text fw={650} size="lg">
                {t('points.count', { count: balances?.points ?? points })}
              </Text>
              {balances?.tier && <Badge variant="light">{balances.tier.name}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              {t('points.text')}
            </Text>
            {expiring !== null && (
              <Text size="sm">
                {t('points.expiring', { count: expiring.points, date: date(expiring.expires_at) })}
              </Text>
            )}
          </Stack>
        </Group>
      </Panel>
      {balances !== null && balances.credits.length > 0 && (
        <Panel title={t('credit.title')}>
          {balances.credits.map(({ currency, balance }) => (
            <Group key={currency}>
              <ThemeIcon size={44} radius="xl" color="pine" variant="light">
                <IconWallet aria-hidden />
              </ThemeIcon>
              <Stack gap={0}>
                <Text fw={650} size="lg" className="money">
                  {money(balance, currency)}
                </Text>
                <Text size="sm" c="dimmed">
                  {t('credit.text')}
                </Text>
              </Stack>
            </Group>
          ))}
        </Panel>
      )}
    </>
  );
}
