import { Button, Text } from '@mantine/core';
import { IconPrinterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { troubleOf } from '../../shared/till-devices.js';
import { useOpenPapers } from '../state/devices/given-up.js';
import { useTillDevices } from '../state/devices/use-devices.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

/**
 * Says which printer needs attention, or how many papers were not printed, and leads to Devices.
 */
export function PrinterTroubles(props: { session: Session; onOpen: () => void }): ReactNode {
  const t = useT();
  const count = useOpenPapers(props.session.terminal).length;
  const inTrouble = (useTillDevices().data ?? []).flatMap(device => {
    const trouble = troubleOf(device);
    return trouble === undefined ? [] : [t(`printers.${trouble}`, { name: device.name })];
  });
  const texts = [...inTrouble, ...(count === 0 ? [] : [t('printers.given_up', { count })])];
  if (texts.length === 0) return null;
  return (
    <Button
      variant="light"
      color="brass"
      c="var(--app-warn-ink)"
      px={12}
      leftSection={<IconPrinterOff size={18} />}
      classNames={{ section: css.onlyIcon }}
      onClick={props.onOpen}
      aria-label={texts.join(', ')}
      data-testid="printer-trouble"
    >
      <Text span inherit visibleFrom="lg" truncate maw={200}>
        {texts[0]}
      </Text>
    </Button>
  );
}
