import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Dialog } from '../../shared/components/dialog.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useMethodName } from '../../shared/i18n/method-name.js';
import { type AcceptedTender, dropParts } from '../state/sale.js';
import { useT } from '../texts/index.js';

/** Names what the customer gets back, before and after the parts are removed. */
export default function GiveBack(props: {
  tenders: AcceptedTender[];
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const nameOf = useMethodName();
  const amounts = props.tenders.map(({ key, name, amountMinor }) => ({
    key,
    text: `${nameOf(name)} ${cents(amountMinor)}`,
  }));
  const giveBack = (): void => {
    dropParts();
    props.onClose();
    const amount = amounts.map(({ text }) => text).join(', ');
    notifications.show({ message: t('part.giveBack.now', { amount }), autoClose: false });
  };
  return (
    <Dialog onClose={props.onClose} title={t('part.giveBack')}>
      <Stack>
        <Text>{t('part.giveBack.text')}</Text>
        <Stack component="ul" gap={4} m={0} pl="md">
          {amounts.map(({ key, text }) => (
            <Text component="li" key={key} fw={650} className="money">
              {text}
            </Text>
          ))}
        </Stack>
        <Button size="lg" color="red.8" onClick={giveBack}>
          {t('part.giveBack')}
        </Button>
      </Stack>
    </Dialog>
  );
}
