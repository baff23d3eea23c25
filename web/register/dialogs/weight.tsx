import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { newKey } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { priceOf, stepsOf, stepsPerUnit } from '../../../src/domains/pricing/index.js';
import { useDecimals } from '../../shared/i18n/decimals.js';
import { useFormat } from '../../shared/i18n/format.js';
import { DeviceProblem } from '../parts/device-problem.js';
import { Dialog } from '../parts/till-dialog.js';
import { addWeighed, MAX_QUANTITY, momentOf } from '../state/basket.js';
import type { Good } from '../state/catalogue.js';
import { DEFAULT_SCALE_UNIT, usePaired, weighOn } from '../state/devices/paired.js';
import { useWired } from '../state/devices/use-devices.js';
import { offeredMinor } from '../state/prices.js';
import { editBasket, sale } from '../state/sale.js';
import { useT } from '../texts/index.js';
import { useDeviceTexts } from '../texts/use-device-texts.js';

/** Asks for the weight, volume or length of goods sold by measure. */
export function WeightDialog({ good, onClose }: { good: Good; onClose: () => void }): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const decimals = useDecimals();
  const [text, setText] = useState<number | string>('');
  const quantity = (text === '' ? undefined : stepsOf(text, good.unit)) ?? 0;
  const moment = momentOf(sale.get().basket);
  const priceMinor = offeredMinor(good, quantity, moment) ?? good.priceMinor;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (quantity === 0) return;
    onClose();
    editBasket(basket => addWeighed(basket, good, { quantity, printedMinor: null }, newKey()));
  };
  return (
    <Dialog onClose={onClose} title={good.name}>
      <form onSubmit={submit}>
        <Stack>
          <NumberInput
            label={t('weight.quantity', { unit: good.unit })}
            size="lg"
            min={0}
            max={MAX_QUANTITY}
            decimalScale={3}
            {...decimals}
            allowNegative={false}
            suffix={` ${good.unit}`}
            value={text}
            onChange={setText}
            data-autofocus
          />
          <ScaleButton unit={good.unit} onRead={weight => setText(Number(weight))} />
          <Group justify="space-between">
            <Text c="dimmed">{t('cart.per', { price: cents(priceMinor), unit: good.unit })}</Text>
            <Text fw={700} className="money" data-testid="weighed">
              {cents(priceOf(priceMinor, quantity, stepsPerUnit(good.unit)))}
            </Text>
          </Group>
          <Button type="submit" size="md" disabled={quantity === 0}>
            {t('weight.add')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Reads the scale that is plugged into this tablet, if it weighs in the unit of the goods. */
function ScaleButton(props: { unit: string; onRead: (weight: string) => void }): ReactNode {
  const { unit, onRead } = props;
  const t = useDeviceTexts();
  const scale = useWired('scale');
  const { unit: scaleUnit = DEFAULT_SCALE_UNIT } = usePaired()[scale?.id ?? ''] ?? {};
  const weigh = useMutation({ mutationFn: weighOn, onSuccess: ({ weight }) => onRead(weight) });
  if (scale === undefined || scaleUnit !== unit) return null;
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<IconScale size={20} />}
        loading={weigh.isPending}
        onClick={() => weigh.mutate(scale)}
      >
        {t('weigh')}
      </Button>
      <DeviceProblem error={weigh.error} />
    </>
  );
}
