import { Group, Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconDownload, IconTruckDelivery } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useDays } from '../parts/use-days.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';

function Line({ icon, text }: { icon: ReactNode; text: string }): ReactNode {
  return (
    <Group gap="sm" wrap="nowrap">
      {icon}
      <Text size="sm">{text}</Text>
    </Group>
  );
}

/** Delivery options of the store for a product. */
export function DeliveryOptions({ digital }: { digital: boolean }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { store } = useShop();
  const daysOf = useDays();
  const { locale } = useI18n();
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const cheapest = [...store.shipping_rates].sort((a, b) => Number(a.price) - Number(b.price))[0];
  const shipText = (): string => {
    if (cheapest !== undefined && store.home_delivery === undefined) {
      const time = daysOf(cheapest) ?? cheapest.title;
      return t('product.ship', { price: money(cheapest.price), time });
    }
    const { home_delivery: home } = store;
    const time = home && daysOf(home);
    if (!home || !time) return t('product.ship.from', { price: money(store.shipping_from) });
    const country = countries.of(home.country) ?? home.country;
    return t('product.ship.home', { country, price: money(home.price), time });
  };
  return (
    <Stack gap="xs" p="md" className="surface" bdrs="lg">
      {digital && (
        <Line icon={<IconDownload size={20} aria-hidden />} text={t('product.digital')} />
      )}
      {!digital && store.ship_enabled && (
        <Line icon={<IconTruckDelivery size={20} aria-hidden />} text={shipText()} />
      )}
      {!digital && store.pickup_enabled && (
        <Line
          icon={<IconBuildingStore size={20} aria-hidden />}
          text={t('product.pickup', { name: store.name })}
        />
      )}
    </Stack>
  );
}
