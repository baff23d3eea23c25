import {
  ActionIcon,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isMeasured } from '../../../../src/domains/pricing/index.js';
import { AmountField } from '../../parts/fields.js';
import { Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import type { PriceList } from '../../types.js';
import type { PartProps } from './detail-fields.js';
import type { VariantDraft } from './draft.js';
import { Stock } from './stock.js';
import { UnitFields } from './unit-fields.js';
import { useLookups } from './use-lookups.js';

type Props = PartProps & {
  /** The stock stays usable: staff who cannot change products may still add stock. */
  isReadOnly: boolean;
};

/** One block of fields for each variant, which fits any width. */
export function VariantFields({ draft, set, errorOf, isReadOnly }: Props): ReactNode {
  const t = useT();
  const lookups = useLookups();
  const { variants } = draft;
  const write = (key: string, change: Partial<VariantDraft>): void =>
    set({ variants: variants.map(one => (one.key === key ? { ...one, ...change } : one)) });
  return (
    <Panel title={t('products.variants')}>
      <Stack gap="sm">
        {variants.map((variant, index) => (
          <VariantBlock
            key={variant.key}
            variant={variant}
            lists={lookups.data?.lists ?? []}
            isReadOnly={isReadOnly}
            write={change => write(variant.key, change)}
            errorOf={name => errorOf(`variants.${index}.${name}`)}
            onRemove={
              variants.length > 1 && variant.id === undefined
                ? () => set({ variants: variants.filter(({ key }) => key !== variant.key) })
                : undefined
            }
          />
        ))}
      </Stack>
    </Panel>
  );
}

type BlockProps = {
  variant: VariantDraft;
  lists: PriceList[];
  isReadOnly: boolean;
  write: (change: Partial<VariantDraft>) => void;
  errorOf: (field: string) => string | undefined;
  onRemove: (() => void) | undefined;
};

function VariantBlock(props: BlockProps): ReactNode {
  const { variant, isReadOnly, onRemove, write } = props;
  const t = useT();
  const title = variant.name || variant.sku || t('products.variant');
  return (
    <Paper withBorder p="sm" component="fieldset" className="desk-variant">
      <legend className="desk-legend">{title}</legend>
      <Stack gap="sm">
        <fieldset className="desk-plain" disabled={isReadOnly}>
          <Stack gap="sm">
            <IdentityFields {...props} />
            <UnitFields variant={variant} write={write} errorOf={props.errorOf} />
            <PriceFields {...props} />
          </Stack>
        </fieldset>
        <Group justify="space-between" gap="sm">
          <Switch
            label={t('products.variant.active')}
            disabled={isReadOnly}
            checked={variant.is_active}
            onChange={event => write({ is_active: event.currentTarget.checked })}
          />
          {variant.id === undefined ? (
            <Text size="sm" c="dimmed">
              {t('products.stock.later')}
            </Text>
          ) : (
            <Stock variant={variant.id} sku={variant.sku} unit={variant.unit} />
          )}
          {onRemove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`${t('products.variant.remove')}: ${title}`}
              onClick={onRemove}
            >
              <IconTrash size={18} />
            </ActionIcon>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

function IdentityFields({ variant, write, errorOf }: BlockProps): ReactNode {
  const t = useT();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      <TextInput
        label={t('products.variant.name')}
        maxLength={255}
        value={variant.name}
        onChange={event => write({ name: event.currentTarget.value })}
        error={errorOf('name')}
      />
      <TextInput
        label={t('products.sku')}
        required
        maxLength={100}
        value={variant.sku}
        onChange={event => write({ sku: event.currentTarget.value })}
        error={errorOf('sku')}
      />
      <TextInput
        label={t('products.barcode')}
        maxLength={50}
        value={variant.barcode}
        onChange={event => write({ barcode: event.currentTarget.value })}
        error={errorOf('barcode')}
      />
      <AmountField
        label={t('products.weight')}
        unit="g"
        decimalScale={0}
        fixedDecimalScale={false}
        value={variant.weight}
        onChange={weight => write({ weight })}
        error={errorOf('weight_grams')}
      />
    </SimpleGrid>
  );
}

function PriceFields({ variant, lists, write, errorOf }: BlockProps): ReactNode {
  const t = useT();
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }}>
      <AmountField
        label={
          isMeasured(variant.unit)
            ? t('products.pricePer', { unit: variant.unit })
            : t('products.price')
        }
        required
        value={variant.price}
        onChange={price => write({ price })}
        error={errorOf('price')}
      />
      <AmountField
        label={t('products.cost')}
        unit={variant.cost_currency}
        value={variant.cost}
        onChange={cost => write({ cost })}
        error={errorOf('cost')}
      />
      {lists.map(({ id, name, currency }) => (
        <AmountField
          key={id}
          label={name}
          unit={currency}
          value={variant.prices[id] ?? ''}
          onChange={typed => write({ prices: { ...variant.prices, [id]: typed } })}
        />
      ))}
    </SimpleGrid>
  );
}
