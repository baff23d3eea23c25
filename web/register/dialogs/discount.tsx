import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { PromoCodes } from '../parts/promo-codes.js';
import { Dialog } from '../parts/till-dialog.js';
import { useTypedAmount } from '../parts/typed-amount.js';
import { type Basket, discountFor, setDiscount } from '../state/basket.js';
import { discountOf, totalsFor } from '../state/basket-totals.js';
import { sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import { DiscountFields, readDiscount, sizeOf } from './discount-fields.js';

const USUAL = [5, 10, 15, 20];

/** Promo codes, and a discount on the whole sale. */
export function DiscountDialog(props: {
  session: Session;
  onClose: () => void;
  onChange: (edit: (basket: Basket) => Basket) => void;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const typedAmount = useTypedAmount();
  const { session } = props;
  const { basket } = sale.use();
  const known = discountFor(basket, null);
  const [form, setForm] = useState(
    known === undefined
      ? { unit: 'percent' as const, size: '10', reason: t('discount.reason.usual') }
      : sizeOf(known, typedAmount),
  );
  const discount = readDiscount(form, null);
  const after = discount === undefined ? basket : setDiscount(basket, discount);

  const apply = (edit: (current: Basket) => Basket): void => {
    props.onClose();
    props.onChange(edit);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (discount !== undefined) apply(current => setDiscount(current, discount));
  };
  const none = (): void =>
    apply(current => setDiscount(current, { key: null, amountMinor: 0, reason: '' }));

  return (
    <Dialog onClose={props.onClose} title={t('discount.title')}>
      <Stack>
        <PromoCodes />
        <Divider />
        <form onSubmit={submit}>
          <Stack>
            <Group grow>
              {USUAL.map(value => (
                <Button
                  key={value}
                  size="lg"
                  px={4}
                  variant={
                    form.unit === 'percent' && form.size === String(value) ? 'filled' : 'default'
                  }
                  onClick={() => setForm({ ...form, unit: 'percent', size: String(value) })}
                >
                  {value} %
                </Button>
              ))}
            </Group>
            <DiscountFields form={form} onChange={setForm} />
            <Text>
              {t('discount.preview', {
                saved: cents(discountOf(after, session.store)),
                total: cents(totalsFor(after, session.store).totalMinor),
              })}
            </Text>
            <Group justify="space-between">
              <Button variant="default" onClick={none}>
                {t('discount.none')}
              </Button>
              <Button type="submit" size="md" disabled={discount === undefined}>
                {t('line.apply')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </Dialog>
  );
}
