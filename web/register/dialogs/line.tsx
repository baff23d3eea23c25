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
  MAX_QUANTITY,
  removeLine,
  setDiscount,
  setPrice,
  setQuantity,
} from '../state/basket.js';
import { lessPercent } from '../state/basket-totals.js';
import { sale } from '../state/sale.js';
import { useT } from '../texts/index.js';
import { DiscountFields, type DiscountForm, readDiscount, sizeOf } from './discount-fields.js';

type Props = {
  line: Line;
  onClose: () => void;
  /** Applies the change, or asks for approval first. */
  onChange: (edit: (basket: Basket) => Basket) => void;
};

export function LineDialog(props: Props): ReactNode {
  const { line, onClose, onChange } = props;
  const t = useT();
  const { form, setForm, discount, isIncomplete } = useLineDiscount(line);
  const [quantity, setQuantityTo] = useState<number | string>(
    shownQuantity(line.quantity, line.good.unit),
  );
  const [price, setPriceTo] = useState(useTypedAmount()(line.unitPriceMinor));
  const priceMinor = readMoney(price);
  /** A price that was not changed follows the quantity. */
  const withPrice = (basket: Basket): Basket =>
    priceMinor === undefined || priceMinor === line.unitPriceMinor
      ? basket
      : setPrice(basket, line.key, priceMinor);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (priceMinor === undefined || isIncomplete) return;
    const steps = stepsOf(quantity, line.good.unit) ?? line.quantity;
    onClose();
    onChange(basket =>
      setDiscount(
        withPrice(setQuantity(basket, line.key, steps)),
        discount ?? { key: line.key, amountMinor: 0, reason: '' },
      ),
    );
  };
  return (
    <Dialog onClose={onClose} title={line.good.name}>
      <form onSubmit={submit}>
        <Stack>
          <QuantityField line={line} quantity={quantity} onChange={setQuantityTo} />
          <PriceFields line={line} price={price} onChange={setPriceTo} />
          {form === undefined ? (
            <Button variant="default" onClick={() => setForm(NO_DISCOUNT)}>
              {t('line.discount')}
            </Button>
          ) : (
            <DiscountFields form={form} onChange={setForm} />
          )}
          <Group justify="space-between">
            <RemoveButton {...props} />
            <Button type="submit" size="md" disabled={isIncomplete}>
              {t('line.apply')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const NO_DISCOUNT: DiscountForm = { unit: 'percent', size: '', reason: '' };

/** The discount of the line; without a form there is none. */
function useLineDiscount(line: Line) {
  const typedAmount = useTypedAmount();
  const known = discountFor(sale.get().basket, line.key);
  const [form, setForm] = useState<DiscountForm | undefined>(known && sizeOf(known, typedAmount));
  const discount: Discount | undefined = form && readDiscount(form, line.key);
  const isIncomplete = form !== undefined && form.size !== '' && discount === undefined;
  return { form, setForm, discount, isIncomplete };
}

function QuantityField(props: {
  line: Line;
  quantity: number | string;
  onChange: (quantity: number | string) => void;
}): ReactNode {
  const t = useT();
  const { unit } = props.line.good;
  const measured = isMeasured(unit);
  return (
    <NumberInput
      label={t('line.quantity')}
      size="lg"
      min={measured ? 0.001 : 1}
      max={MAX_QUANTITY}
      allowDecimal={measured}
      decimalScale={3}
      {...useDecimals()}
      suffix={measured ? ` ${unit}` : ''}
      value={props.quantity}
      onChange={props.onChange}
      data-autofocus
    />
  );
}

/** The price of a unit, and a percentage that lowers the regular one. */
function PriceFields(props: {
  line: Line;
  price: string;
  onChange: (price: string) => void;
}): ReactNode {
  const { line, price, onChange } = props;
  const t = useT();
  const { cents } = useFormat();
  const typedAmount = useTypedAmount();
  const unitMinor = unitMinorOf(usePlace().currency);
  const [percent, setPercent] = useState<number | string>('');
  const { priceMinor: usualMinor } = line.good;
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={t('line.price')}
          size="lg"
          inputMode="decimal"
          value={price}
          error={readMoney(price) === undefined ? t('line.badPrice') : undefined}
          onChange={event => {
            onChange(event.currentTarget.value);
            setPercent('');
          }}
        />
        <NumberInput
          label={t('line.percent')}
          size="lg"
          min={0}
          max={100}
          suffix=" %"
          {...useDecimals()}
          value={percent}
          onChange={value => {
            setPercent(value);
            onChange(typedAmount(lessPercent(usualMinor, Number(value) || 0, unitMinor)));
          }}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('line.usual', { price: cents(usualMinor) })}
      </Text>
    </>
  );
}

function RemoveButton({ line, onClose, onChange }: Props): ReactNode {
  const t = useT();
  return (
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
  );
}
