import { Group, Text, Title } from '@mantine/core';
import { IconBuildingStore, IconCreditCard, IconTruckDelivery } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Artwork } from '../../shared/artwork/index.js';
import { useT } from '../texts/index.js';
import type { Store } from '../types.js';
import classes from './hero.module.css';

const PICTURES = ['Pour-over Dripper', 'Terracotta Pot', 'Last One Lamp'];

function Offer({ icon, text }: { icon: ReactNode; text: string }): ReactNode {
  return (
    <Group gap={8} wrap="nowrap">
      {icon}
      <Text size="sm" fw={550}>
        {text}
      </Text>
    </Group>
  );
}

export function Hero({ store }: { store: Store }): ReactNode {
  const t = useT();
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <Text className={classes.kicker}>{store.name}</Text>
        <Title order={1} className={classes.title}>
          {t('hero.title')}
        </Title>
        <Text size="lg" maw={440}>
          {t('hero.text')}
        </Text>
        <Group gap="lg" mt="sm" visibleFrom="xs">
          {store.ship_enabled && (
            <Offer icon={<IconTruckDelivery size={20} aria-hidden />} text={t('hero.ship')} />
          )}
          {store.pickup_enabled && (
            <Offer icon={<IconBuildingStore size={20} aria-hidden />} text={t('hero.pickup')} />
          )}
          {store.pay_at_store_enabled && (
            <Offer icon={<IconCreditCard size={20} aria-hidden />} text={t('hero.payAtStore')} />
          )}
        </Group>
      </div>
      <div className={classes.pictures} aria-hidden>
        {PICTURES.map(name => (
          <Artwork key={name} name={name} className={classes.picture} />
        ))}
      </div>
    </section>
  );
}
