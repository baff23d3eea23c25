import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  isMeasured,
  shownQuantity,
  stepsOf,
  unitMinorOf,
} from '../../../src/domains/pricing/index.js';
import { useDecimals } from '../../shared/i18n/decimals.js';
import { useFormat, usePlace } from '../../shared/i18n/format.js';
import { readMoney } from '../parts/money.js';
import { Dialog } from '../parts/till-dialog.js';
import { useTypedAmount } from '../parts/typed-amount.js';
import {
  type Basket,
  type Discount,
  discountFor,
  type Line,
  lessPercent,
  MAX_QUANTITY,
  removeLine,
  setDiscount,
  setPrice,
  setQuantity,
} from '../state/basket.js';
import { sale } from '../state/sale.js';
import { useT } from '../texts/index.js';
import { DiscountFields, readDiscount, sizeOf } from './discount-fields.js';

type Props = {
  line: Line;
  onClose: () => void;
  /** Applies the change, or asks for approval first. */
  onChange: (edit: (basket: Basket) => Basket) => void;
};

export function LineDialog({ line, onClose, onChange }: Props): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const decimals = useDecimals();
  const typedAmount = useTypedAmount();
  const unitMinor = unitMinorOf(usePlace().currency);
  const [quantity, setCount] = useState<number | string>(
    shownQuantity(line.quantity, line.good.unit),
  );
  const [price, setText] = useState(typedAmount(line.unitPriceMinor));
  const [percent, setPercent] = useState<number | string>('');
  const priceMinor = readMoney(price);
  const known = discountFor(sale.get().basket, line.key);
  const [form, setForm] = useState(
    known === undefined
      ? { unit: 'percent' as const, size: '', reason: '' }
      : sizeOf(known, typedAmount),
  );
  const [isOpen, setIsOpen] = useState(known !== undefined);
  const discount: Discount | undefined = isOpen ? readDiscount(form, line.key) : undefined;
  const isIncomplete = isOpen && form.size !== '' && discount === undefined;
  const measured = isMeasured(line.good.unit);

  /** A price that was not changed follows the quantity. */
  const withPrice = (basket: Basket): Basket =>
    priceMinor === undefined || priceMinor === line.unitPriceMinor
      ? basket
      : setPrice(basket, line.key, priceMinor);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (priceMinor === undefined || isIncomplete) return;
    onClose();
    onChange(basket =>
      setDiscount(
        withPrice(
          setQuantity(basket, line.key, stepsOf(quantity, line.good.unit) ?? line.quantity),
        ),
        discount ?? { key: line.key, amountMinor: 0, reason: '' },
      ),
    );
  };

  return (
    <Dialog onClose={onClose} title={line.good.name}>
      <form onSubmit={submit}>
        <Stack>
          <NumberInput
            label={t('line.quantity')}
            size="lg"
            min={measured ? 0.001 : 1}
            max={MAX_QUANTITY}
            allowDecimal={measured}
            decimalScale={3}
            {...decimals}
            suffix={measured ? ` ${line.good.unit}` : ''}
            value={quantity}
            onChange={setCount}
            data-autofocus
          />
          <Group grow align="flex-start">
            <TextInput
              label={t('line.price')}
              size="lg"
              inputMode="decimal"
              value={price}
              error={priceMinor === undefined ? t('line.badPrice') : undefined}
              onChange={event => {
                setText(event.currentTarget.value);
                setPercent('');
              }}
            />
            <NumberInput
              label={t('line.percent')}
              size="lg"
              min={0}
              max={100}
              suffix=" %"
              {...decimals}
              value={percent}
              onChange={value => {
                setPercent(value);
                setText(
                  typedAmount(lessPercent(line.good.priceMinor, Number(value) || 0, unitMinor)),
                );
              }}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {t('line.usual', { price: cents(line.good.priceMinor) })}
          </Text>
          {isOpen ? (
            <DiscountFields form={form} onChange={setForm} />
          ) : (
            <Button variant="default" onClick={() => setIsOpen(true)}>
              {t('line.discount')}
            </Button>
          )}
          <Group justify="space-between">
            <Button
              variant="subtle"
              color="red"
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={18} />}
              onClick={() => {
                onClose();
                onChange(basket => removeLine(basket, line.key));
              }}
            >
              {t('line.remove')}
            </Button>
            <Button type="submit" size="md" disabled={isIncomplete}>
              {t('line.apply')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
