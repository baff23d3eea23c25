import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from '../../shared/components/dialog.js';
import { useFormat } from '../../shared/i18n/format.js';
import { type Basket, discountAll, discountOf, totalsFor } from '../state/basket.js';
import { sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

const USUAL = [5, 10, 15, 20];

export function DiscountDialog(props: {
  session: Session;
  onClose: () => void;
  onChange: (edit: (basket: Basket) => Basket) => void;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const { basket } = sale.use();
  const [percent, setPercent] = useState<number | string>(10);
  const after = discountAll(basket, Number(percent) || 0);

  const apply = (value: number): void => {
    props.onClose();
    props.onChange(current => discountAll(current, value));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    apply(Number(percent) || 0);
  };

  return (
    <Dialog onClose={props.onClose} title={t('discount.title')}>
      <form onSubmit={submit}>
        <Stack>
          <Group grow>
            {USUAL.map(value => (
              <Button
                key={value}
                size="lg"
                px={4}
                variant={value === percent ? 'filled' : 'default'}
                onClick={() => setPercent(value)}
              >
                {value} %
              </Button>
            ))}
          </Group>
          <NumberInput
            label={t('discount.percent')}
            size="lg"
            min={0}
            max={100}
            suffix=" %"
            value={percent}
            onChange={setPercent}
            data-autofocus
          />
          <Text>
            {t('discount.preview', {
              saved: cents(discountOf(after)),
              total: cents(totalsFor(after, props.session.store).totalMinor),
            })}
          </Text>
          <Group justify="space-between">
            <Button variant="default" onClick={() => apply(0)}>
              {t('discount.none')}
            </Button>
            <Button type="submit" size="md">
              {t('line.apply')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
