import { Button, Group, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconCloudUp, IconQrcode, IconReceipt } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Dialog } from '../../shared/components/dialog.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useMethodName } from '../../shared/i18n/method-name.js';
import { DeviceProblem } from '../parts/device-problem.js';
import { SoldGiftCards } from '../parts/gift-cards.js';
import { ReceiptAfterSale } from '../parts/receipt-after-sale.js';
import { cashIn, useDrawerFor } from '../state/devices/drawer-for-cash.js';
import { type Done, NEW_SALE, sale, tipsIn } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

/** Loaded on demand, with the code that draws QR codes. */
const DigitalReceipt = lazy(async () => ({
  default: (await import('./digital-receipt.js')).DigitalReceipt,
}));
const HandOver = lazy(async () => ({ default: (await import('./orders.js')).HandOver }));

/** Shows the change in large digits; an order is handed over from here. */
export function DoneDialog(props: {
  session: Session;
  done: Done;
  onReceipt: () => void;
}): ReactNode {
  const { session, done, onReceipt } = props;
  const t = useT();
  const nameOf = useMethodName();
  const { cents } = useFormat();
  const tipMinor = tipsIn(done.tenders);
  const next = (): void => sale.set(NEW_SALE);
  const drawerProblem = useDrawerFor(cashIn(done.tenders));
  return (
    <Dialog onClose={next} size="lg" title={t('done.title')}>
      <Stack align="center" gap="md" pb="md">
        <ThemeIcon size={64} radius="xl" variant="light" color={done.number ? 'pine' : 'brass'}>
          {done.number === null ? <IconCloudUp size={34} /> : <IconCheck size={36} />}
        </ThemeIcon>
        <Text size="xl" c="dimmed">
          {t(done.changeMinor > 0 ? 'done.change' : 'done.noChange')}
        </Text>
        <Text className={`${css.huge} money`} data-testid="change">
          {cents(done.changeMinor)}
        </Text>
        <Group gap="lg" c="dimmed">
          <Text className="money">
            {t('cart.total')} {cents(done.totalMinor)}
          </Text>
          {(done.roundingMinor ?? 0) !== 0 && (
            <Text className="money">
              {t('report.rounding')} {cents(done.roundingMinor ?? 0)}
            </Text>
          )}
          {tipMinor > 0 && (
            <Text className="money" data-testid="tip">
              {t('tip.title')} {cents(tipMinor)}
            </Text>
          )}
          {done.changeMinor > 0 && (
            <Text className="money">
              {t('done.received', { amount: cents(done.tenderedMinor) })}
            </Text>
          )}
        </Group>
        <Text data-testid="sale-number">
          {done.number !== null
            ? t('done.number', { number: done.number })
            : t(done.isHeld === true ? 'journal.doneHeld' : 'done.queued')}
        </Text>
        {done.tillNumber !== undefined && (
          <Text c="dimmed" data-testid="till-number">
            {t('journal.number', { number: done.tillNumber })}
          </Text>
        )}
        {done.tenders.length > 0 && (
          <Text c="dimmed" className="money" ta="center" data-testid="paid-with">
            {done.tenders
              .map(({ name, amountMinor }) => `${nameOf(name)} ${cents(amountMinor)}`)
              .join(', ')}
          </Text>
        )}
        <DeviceProblem error={drawerProblem} />
        <SoldGiftCards session={session} done={done} />
        <ReceiptAfterSale session={session} done={done} />
        {done.number !== null && done.takenOver?.kind === 'order' && (
          <Stack w="100%">
            <Suspense fallback={null}>
              <HandOver number={done.number} />
            </Suspense>
          </Stack>
        )}
        {done.number !== null && <ForDevice number={done.number} done={done} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }} w="100%" className={css.doneActions}>
          <Button
            size="xl"
            variant="default"
            leftSection={<IconReceipt size={22} />}
            onClick={onReceipt}
          >
            {t('done.receipt')}
          </Button>
          <Button size="xl" onClick={next} data-autofocus>
            {t('done.next')}
          </Button>
        </SimpleGrid>
      </Stack>
    </Dialog>
  );
}

function ForDevice({ number, done }: { number: string; done: Done }): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button variant="subtle" leftSection={<IconQrcode size={20} />} onClick={() => setOpen(true)}>
        {t('receipt.digital')}
      </Button>
    );
  }
  return (
    <Suspense fallback={null}>
      <DigitalReceipt number={number} customerId={done.basket.customer?.id} />
    </Suspense>
  );
}
