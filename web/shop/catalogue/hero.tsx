import { Button, Group, Text, Title } from '@mantine/core';
import { IconBuildingStore, IconCreditCard, IconTruckDelivery } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Artwork } from '../../shared/artwork/index.js';
import { Picture } from '../../shared/picture/index.js';
import { useT } from '../texts/index.js';
import type { Home, Store } from '../types.js';
import classes from './hero.module.css';

const PICTURES = ['Pour-over Dripper', 'Terracotta Pot', 'Last One Lamp'];

/** Shown without words of its own: the title beside it says what it is about. */
const MIDDLE = { alt: '', focal_x: 0.5, focal_y: 0.5, variant_id: null };

/** Less the padding of page and hero: 310 px of a phone with 390 need the file of 640, not that of 1,280. */
const PHOTO_SIZES = '(max-width: 48em) calc(100vw - 80px), min(42vw, 520px)';

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

/** The top of the home page: the shop's own words and picture, else the standard ones. */
export function Hero({ store, own }: { store: Store; own: Home['hero'] }): ReactNode {
  const t = useT();
  const text = own === null ? t('hero.text') : own.text;
  return (
    <section className={classes.hero} data-wide={own !== null && own.picture === null}>
      <div className={classes.words}>
        <Text className={classes.kicker}>{store.name}</Text>
        <Title order={1} className={classes.title}>
          {own?.title ?? t('hero.title')}
        </Title>
        {text !== '' && (
          <Text size="lg" maw={440}>
            {text}
          </Text>
        )}
        {own !== null && own.link !== '' && (
          <Button component={Link} href={own.link} size="md" className={classes.link}>
            {own.link_text}
          </Button>
        )}
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
      {own === null && (
        <div className={classes.pictures} aria-hidden>
          {PICTURES.map(name => (
            <Artwork key={name} name={name} className={classes.picture} />
          ))}
        </div>
      )}
      {own?.picture && (
        <Picture
          picture={{ ...own.picture, ...MIDDLE }}
          sizes={PHOTO_SIZES}
          className={classes.photo}
          isFirst
        />
      )}
    </section>
  );
}
