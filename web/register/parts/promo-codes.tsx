import { Button, Group, Pill, Stack, Text, TextInput } from '@mantine/core';
import { ApiError, Unreachable } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { shownQuantity } from '../../../src/domains/pricing/index.js';
import { useApi, useOnline } from '../../shared/api/index.js';
import { addCode, removeCode } from '../state/basket.js';
import { quotePrices } from '../state/promotions.js';
import { editBasket, sale } from '../state/sale.js';
import { useT } from '../texts/index.js';

/** The codes of the sale. A code may have a limit, so the service has to be asked about it. */
export function PromoCodes(): ReactNode {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const { codes = [], lines, customer } = sale.use().basket;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const code = typed.trim().toUpperCase();

  const add = async (): Promise<void> => {
    if (!online) {
      setProblem(t('codes.offline', { code }));
      return;
    }
    setBusy(true);
    try {
      const goods = lines.map(({ good, quantity }) => ({
        variantId: good.variantId,
        quantity: shownQuantity(quantity, good.unit),
      }));
      const { promotions } = await quotePrices(api, goods, [...codes, code], customer?.id);
      const coded = promotions.filter(promotion => promotion.code !== null);
      editBasket(basket => addCode(basket, code, coded));
      setTyped('');
      setProblem(undefined);
    } catch (error) {
      if (error instanceof Unreachable) setProblem(t('codes.offline', { code }));
      else setProblem(error instanceof ApiError ? error.message : t('codes.failed', { code }));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code !== '' && !codes.includes(code)) void add();
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            label={t('codes.label')}
            size="lg"
            style={{ flex: 1 }}
            maxLength={50}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="lg" variant="default" loading={busy}>
            {t('codes.add')}
          </Button>
        </Group>
        {problem !== undefined && (
          <Text role="alert" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        <Group gap="xs">
          {codes.map(one => (
            <Pill
              key={one}
              size="lg"
              withRemoveButton
              removeButtonProps={{ 'aria-label': t('codes.remove', { code: one }) }}
              onRemove={() => editBasket(basket => removeCode(basket, one))}
            >
              {one}
            </Pill>
          ))}
        </Group>
      </Stack>
    </form>
  );
}
