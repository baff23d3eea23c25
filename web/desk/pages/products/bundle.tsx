import { ActionIcon, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer, type paths } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Typed, typedOf } from '../../parts/fields.js';
import { ItemSearch } from '../../parts/item-search.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';

type Bundle =
  paths['/product-variants/{variant}/bundle/']['get']['responses'][200]['content']['application/json'];
type Line = { id: string; name: string; quantity: Typed; isGone: boolean };

const MOST_PARTS = 20;
const MOST_OF_PART = 99;

/** `isWanted` false: nothing is loaded. */
export function useBundle(variant: string, isWanted = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['bundle', variant],
    queryFn: () =>
      answer(api.GET('/product-variants/{variant}/bundle/', { params: { path: { variant } } })),
    enabled: isWanted,
    refetchOnWindowFocus: false,
  });
}

/** What a bundle is made of. A variant without parts is an ordinary article. */
export function BundlePanel({ variant }: { variant: string }): ReactNode {
  const t = useT();
  const bundle = useBundle(variant);
  return (
    <Panel title={t('products.bundle')}>
      <Show query={bundle}>
        {found => <Parts key={JSON.stringify(found.parts)} bundle={found} />}
      </Show>
    </Panel>
  );
}

const lineOf = (part: Bundle['parts'][number]): Line => ({
  id: part.variant_id,
  name: part.description,
  quantity: typedOf(part.quantity),
  isGone: !part.is_active,
});

function Parts({ bundle }: { bundle: Bundle }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { may } = useDesk();
  const [lines, setLines] = useState(() => bundle.parts.map(lineOf));
  const saving = useAction(
    (parts: Line[]) =>
      answer(
        api.PUT('/product-variants/{variant}/bundle/', {
          params: { path: { variant: bundle.sku } },
          body: {
            parts: parts.map(({ id, quantity }) => ({ variant: id, quantity: Number(quantity) })),
          },
        }),
      ),
    { changes: [['bundle'], ['levels']], done: () => t('products.bundle.saved'), quiet: true },
  );
  const mayWrite = may('catalog.chain');
  const isReady = lines.every(({ quantity }) => Number(quantity) > 0);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('products.bundle.text')}
      </Text>
      {lines.map(line => (
        <PartRow
          key={line.id}
          line={line}
          disabled={!mayWrite}
          onChange={quantity =>
            setLines(lines.map(one => (one.id === line.id ? { ...one, quantity } : one)))
          }
          onRemove={() => setLines(lines.filter(({ id }) => id !== line.id))}
        />
      ))}
      {bundle.parts.length > 0 && (
        <Text size="sm">
          {t('products.bundle.sums', {
            parts: format.money(bundle.parts_price, bundle.currency),
            price: format.money(bundle.price, bundle.currency),
            saving: format.money(bundle.saving, bundle.currency),
          })}
        </Text>
      )}
      {mayWrite && lines.length < MOST_PARTS && (
        <ItemSearch
          isTaken={id => id === bundle.variant_id || lines.some(line => line.id === id)}
          onPick={variant =>
            setLines([
              ...lines,
              { id: variant.id, name: variantName(variant), quantity: 1, isGone: false },
            ])
          }
        />
      )}
      {saving.error !== null && <Failed error={saving.error} />}
      {mayWrite && (
        <Group justify="flex-end">
          <Button
            loading={saving.isPending}
            disabled={!isReady || (lines.length === 0 && bundle.parts.length === 0)}
            onClick={() => saving.mutate(lines)}
          >
            {t('products.bundle.save')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function PartRow(props: {
  line: Line;
  disabled: boolean;
  onChange: (quantity: Typed) => void;
  onRemove: () => void;
}): ReactNode {
  const { line, disabled, onChange, onRemove } = props;
  const t = useT();
  return (
    <Group gap="sm" wrap="nowrap">
      <Text flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        {line.name}
        {line.isGone && (
          <Text span size="sm" c="var(--mantine-color-error)">
            {' '}
            {t('products.bundle.gone')}
          </Text>
        )}
      </Text>
      <NumberInput
        aria-label={t('products.bundle.quantity', { name: line.name })}
        w={90}
        allowNegative={false}
        decimalScale={3}
        max={MOST_OF_PART}
        disabled={disabled}
        value={line.quantity}
        onChange={onChange}
      />
      {!disabled && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('products.bundle.remove', { name: line.name })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
