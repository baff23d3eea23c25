import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { newKey } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { readMoney } from '../parts/money.js';
import { Dialog } from '../parts/till-dialog.js';
import { addGood } from '../state/basket.js';
import type { Good } from '../state/catalogue.js';
import { editBasket } from '../state/sale.js';
import { fromHundredths } from '../state/till-money.js';
import { useT } from '../texts/index.js';

const QUICK = [1_000, 2_500, 5_000, 10_000];

/** Asks for the value of a gift card, which is its price. */
export function GiftCardDialog({ good, onClose }: { good: Good; onClose: () => void }): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const [text, setText] = useState('');
  const amountMinor = text === '' ? 0 : (readMoney(text) ?? 0);
  const add = (priceMinor: number): void => {
    onClose();
    editBasket(basket => addGood(basket, { ...good, priceMinor }, newKey()));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (amountMinor > 0) add(amountMinor);
  };
  return (
    <Dialog onClose={onClose} title={good.name}>
      <form onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={{ base: 2, xs: 4 }} role="group" aria-label={t('giftCard.quick')}>
            {QUICK.map(fromHundredths).map(minor => (
              <Button
                key={minor}
                variant="light"
                px={4}
                className="money"
                onClick={() => add(minor)}
              >
                {cents(minor)}
              </Button>
            ))}
          </SimpleGrid>
          <TextInput
            label={t('giftCard.value')}
            size="lg"
            inputMode="decimal"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" size="md" disabled={amountMinor === 0}>
            {t('weight.add')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
