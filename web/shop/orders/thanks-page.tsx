import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { useFormat } from '../../shared/i18n/format.js';
import { Row } from '../cart/totals.js';
import { storedOrder } from '../checkout/checkout-storage.js';
import { useTitle } from '../layout/use-title.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';

export function ThanksPage(): ReactNode {
  const t = useT();
  const { money, dateTime } = useFormat();
  const { store } = useShop();
  const [order] = useState(storedOrder.get);
  useTitle(t('thanks.title'));
  if (order === undefined) return <Redirect to="/order" replace />;
  return (
    <Stack maw={560} mx="auto" py="xl" gap="lg" align="center">
      <ThemeIcon size={72} radius="xl" variant="light">
        <IconCheck size={40} aria-hidden />
      </ThemeIcon>
      <Stack gap="xs" align="center">
        <Title order={1} ta="center">
          {t('thanks.title')}
        </Title>
        <Text ta="center">{t('thanks.text', { email: order.email })}</Text>
      </Stack>
      <Stack w="100%" p="lg" className="surface" bdrs="lg">
        <Stack component="dl" gap={8} m={0}>
          <Row label={t('thanks.number')}>{order.number}</Row>
          <Row label={t('thanks.store')}>{store.name}</Row>
          {order.pickupText !== null && (
            <Row label={t('method.pickup')}>{dateTime(order.pickupText)}</Row>
          )}
          <Row label={order.payAtStore ? t('thanks.due') : t('thanks.paid')} strong>
            {money(order.total)}
          </Row>
        </Stack>
        {order.payAtStore && (
          <Text size="sm" p="sm" bg="var(--app-warn-soft)" c="var(--app-warn-ink)" bdrs="md">
            {t('thanks.payAtStore')}
          </Text>
        )}
      </Stack>
      <Stack w="100%" gap="xs">
        {order.token !== null && (
          <Button component={Link} href={`/order#${order.token}`} size="lg">
            {t('thanks.receipt')}
          </Button>
        )}
        <Button component={Link} href="/" variant="subtle">
          {t('cart.goOn')}
        </Button>
      </Stack>
    </Stack>
  );
}
