import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatMoney } from '../../../src/platform/money.js';
import { Dialog } from '../../shared/components/dialog.js';
import { useFormat } from '../../shared/i18n/format.js';
import { readMoney } from '../parts/money.js';
import {
  type Basket,
  type Line,
  lessPercent,
  MAX_QUANTITY,
  removeLine,
  setPrice,
  setQuantity,
} from '../state/basket.js';
import { useT } from '../texts/index.js';

type Props = {
  line: Line;
  onClose: () => void;
  /** Applies the change, or asks for approval first. */
  onChange: (edit: (basket: Basket) => Basket) => void;
};

export function LineDialog({ line, onClose, onChange }: Props): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const [quantity, setCount] = useState<number | string>(line.quantity);
  const [price, setText] = useState(formatMoney(line.unitPriceMinor));
  const [percent, setPercent] = useState<number | string>('');
  const priceMinor = readMoney(price);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (priceMinor === undefined) return;
    onClose();
    onChange(basket =>
      setPrice(setQuantity(basket, line.key, Number(quantity)), line.key, priceMinor),
    );
  };

  return (
    <Dialog onClose={onClose} title={line.good.name}>
      <form onSubmit={submit}>
        <Stack>
          <NumberInput
            label={t('line.quantity')}
            size="lg"
            min={1}
            max={MAX_QUANTITY}
            allowDecimal={false}
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
              value={percent}
              onChange={value => {
                setPercent(value);
                setText(formatMoney(lessPercent(line.good.priceMinor, Number(value) || 0)));
              }}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {t('line.usual', { price: cents(line.good.priceMinor) })}
          </Text>
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
            <Button type="submit" size="md">
              {t('line.apply')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
