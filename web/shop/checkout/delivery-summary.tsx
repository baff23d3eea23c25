import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../shared/i18n/format.js';
import { useI18n } from '../../shared/i18n/index.js';
import { Panel } from '../parts/panel.js';
import { useDays } from '../parts/use-days.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import type { Draft } from './checkout-storage.js';
import { addressLine, formOf, useSavedAddresses } from './saved-addresses.js';
import { chosenRate, type ShippingRates } from './use-shipping-rates.js';

/** Summary of the delivery step. */
export function DeliverySummary(props: { draft: Draft; offered: ShippingRates }): ReactNode {
  const { draft, offered } = props;
  const t = useT();
  const { dateTime } = useFormat();
  const { locale } = useI18n();
  const { store } = useShop();
  const daysOf = useDays();
  const rate = draft.method === 'ship' ? chosenRate(offered, draft.rateId) : undefined;
  const saved = useSavedAddresses().data?.find(({ id }) => id === draft.savedAddressId);
  const shipping = saved === undefined ? draft.shipping : formOf(saved);
  const where = {
    ship: addressLine(shipping, locale),
    pickup: `${store.name} · ${draft.pickupAt === null ? '' : dateTime(draft.pickupAt)}`,
    digital: draft.email,
  }[draft.method];
  return (
    <Panel title={t(`method.${draft.method}`)}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2}>
          <Text>{where}</Text>
          {rate !== undefined && (
            <Text size="sm">{[rate.title, daysOf(rate)].filter(Boolean).join(' · ')}</Text>
          )}
          <Text size="sm" c="dimmed">
            {draft.email}
          </Text>
        </Stack>
        <Anchor component={Link} href="/checkout" size="sm">
          {t('pay.edit')}
        </Anchor>
      </Group>
    </Panel>
  );
}
