import { ActionIcon, Button, Fieldset, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AmountField } from '../../parts/fields.js';
import { useT } from '../../texts/index.js';
import { type BandDraft, emptyBand, type RateDraft } from './draft.js';

type Props = {
  rate: RateDraft;
  /** Where the rate stands in the request, such as `rates.0`. */
  path: string;
  currency: string;
  errorOf: (name: string) => string | undefined;
  onChange: (rate: RateDraft) => void;
  /** Unset for the only rate. */
  onRemove?: () => void;
};

export function RateFields({
  rate,
  path,
  currency,
  errorOf,
  onChange,
  onRemove,
}: Props): ReactNode {
  const t = useT();
  const set = (change: Partial<RateDraft>): void => onChange({ ...rate, ...change });
  const title = rate.title.trim() === '' ? t('shipping.rate.new') : rate.title;
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">
        <TextInput
          label={t('shipping.rate.title')}
          description={t('shipping.rate.title.hint')}
          maxLength={100}
          value={rate.title}
          onChange={event => set({ title: event.currentTarget.value })}
          error={errorOf(`${path}.title`) ?? errorOf(`${path}.code`)}
        />
        <Bands rate={rate} path={path} currency={currency} errorOf={errorOf} onChange={onChange} />
        <AmountField
          label={t('shipping.free')}
          description={t('shipping.free.hint')}
          unit={currency}
          value={rate.free_from}
          onChange={value => set({ free_from: value })}
          error={errorOf(`${path}.free_from`)}
        />
        <Group grow align="flex-start">
          {(['days_min', 'days_max'] as const).map(name => (
            <NumberInput
              key={name}
              label={t(`shipping.${name}`)}
              min={0}
              max={365}
              allowDecimal={false}
              value={rate[name]}
              onChange={value => set({ [name]: value })}
              error={errorOf(`${path}.${name}`)}
            />
          ))}
        </Group>
        {onRemove !== undefined && (
          <Group justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconTrash size={14} />}
              aria-label={`${t('shipping.rate.remove')}: ${title}`}
              onClick={onRemove}
            >
              {t('shipping.rate.remove')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

/** Prices by weight, from light to heavy. */
function Bands({ rate, path, currency, errorOf, onChange }: Props): ReactNode {
  const t = useT();
  const setBands = (bands: BandDraft[]): void => onChange({ ...rate, bands });
  const setBand = (key: number, change: Partial<BandDraft>): void =>
    setBands(rate.bands.map(band => (band.key === key ? { ...band, ...change } : band)));
  return (
    <Stack gap="xs">
      {rate.bands.map((band, index) => (
        <Group key={band.key} wrap="nowrap" align="flex-end" gap="xs">
          <AmountField
            style={{ flex: 1 }}
            label={t('shipping.weight', { number: index + 1 })}
            placeholder={t('shipping.weight.any')}
            unit="kg"
            decimalScale={3}
            fixedDecimalScale={false}
            value={band.kilograms}
            onChange={value => setBand(band.key, { kilograms: value })}
            error={errorOf(`${path}.bands.${index}.up_to_grams`)}
          />
          <AmountField
            style={{ flex: 1 }}
            label={t('shipping.price', { number: index + 1 })}
            unit={currency}
            value={band.price}
            onChange={value => setBand(band.key, { price: value })}
            error={errorOf(`${path}.bands.${index}.price`)}
          />
          {rate.bands.length > 1 && (
            <ActionIcon
              size="lg"
              variant="default"
              aria-label={t('shipping.weight.remove', { number: index + 1 })}
              onClick={() => setBands(rate.bands.filter(({ key }) => key !== band.key))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => setBands([...rate.bands, emptyBand()])}
        >
          {t('shipping.weight.add')}
        </Button>
      </Group>
    </Stack>
  );
}
