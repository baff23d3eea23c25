import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowForwardUp, IconX } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useOnline } from '../../shared/api/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { cashIn, useDrawerFor } from '../state/devices/drawer-for-cash.js';
import { hasParts, isUnsettled, sale, saleTotals } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { canBeSetAside } from '../state/set-aside.js';
import { type Key, useT } from '../texts/index.js';
import css from '../till.module.css';
import { DeviceProblem } from './device-problem.js';

const GiveBack = lazy(() => import('../dialogs/give-back.js'));

/** A sale that the service keeps: it is paid on, cancelled, or left for any till of the store. */
export function PartPaid(props: {
  session: Session;
  onCancel: () => void;
  onLeave: () => void;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const [isAsked, setAsked] = useState(false);
  const current = sale.use();
  const online = useOnline();
  const { paying } = current;
  const drawerProblem = useDrawerFor(cashIn(paying?.tenders ?? []));
  if (paying === null) return null;
  const { totalMinor } = saleTotals(current, props.session.store);
  const isOrder = paying.takenOver?.kind === 'order';
  const isWaiting = isUnsettled(current);
  // Taken without the service, which knows nothing of it yet.
  const isHere = hasParts(paying);
  const isUncertain = paying.open === null && paying.card?.isUncertain === true;
  const isApart = canBeSetAside(current, online);
  const hint = (): Key => {
    if (isApart) return 'part.apart';
    if (isWaiting) return isUncertain ? 'part.uncertain' : 'part.waiting';
    if (isHere) return 'part.here';
    if (paying.takenOver?.kind === 'layaway') return 'part.layaway';
    return isOrder ? 'part.order' : 'part.locked';
  };
  return (
    <Stack gap="sm" px="md" pb="sm">
      <Alert color="brass" variant="light" p="sm" role="status" data-testid="part-paid">
        <Group justify="space-between" gap="xs">
          <Text fw={700} className="money" c="var(--app-warn-ink)">
            {t('part.paid', { paid: cents(paying.paidMinor), total: cents(totalMinor) })}
          </Text>
          {paying.number !== null && (
            <Text size="sm" c="dimmed">
              {paying.number}
            </Text>
          )}
        </Group>
        <Text size="sm">{t(hint(), { name: paying.takenOver?.customer ?? '' })}</Text>
      </Alert>
      <DeviceProblem error={drawerProblem} />
      <div className={css.partActions}>
        {!isOrder && (
          <Button
            variant="default"
            px={6}
            leftSection={<IconX size={18} />}
            disabled={isWaiting || (paying.number === null && !isHere)}
            onClick={isHere ? () => setAsked(true) : props.onCancel}
          >
            {t(isHere ? 'part.giveBack' : 'part.cancel')}
          </Button>
        )}
        <Button
          variant="default"
          px={6}
          leftSection={<IconArrowForwardUp size={18} />}
          disabled={isHere || (isWaiting && !isUncertain && !isApart)}
          onClick={props.onLeave}
        >
          {t(isOrder ? 'part.putBack' : 'part.leave')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {isAsked && <GiveBack tenders={paying.tenders} onClose={() => setAsked(false)} />}
      </Suspense>
    </Stack>
  );
}
