import { ActionIcon, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, answer, type paths } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Typed, typedOf } from '../../parts/fields.js';
import { Conflict } from '../../parts/history/conflict.js';
import { ItemSearch } from '../../parts/item-search.js';
import { useDesk } from '../../state/desk.js';
import { useUnsaved } from '../../state/unsaved.js';
import { useAction } from '../../state/use-action.js';
import { variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';

type Bundle =
  paths['/product-variants/{variant}/bundle/']['get']['responses'][200]['content']['application/json'];
type Line = { id: string; name: string; quantity: Typed; isGone: boolean };

const MOST_PARTS = 20;
const MOST_OF_PART = 99;

const lineOf = (part: Bundle['parts'][number]): Line => ({
  id: part.variant_id,
  name: part.description,
  quantity: typedOf(part.quantity),
  isGone: !part.is_active,
});

/** The parts of one variant; saving is refused if somebody has changed them meanwhile. */
export function BundleParts({ bundle }: { bundle: Bundle }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [start, setStart] = useState(() => bundle.parts.map(lineOf));
  const [lines, setLines] = useState(start);
  const saving = useSaving(bundle);
  useUnsaved(lines !== start);
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
      {bundle.parts.length > 0 && <Sums bundle={bundle} />}
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
      {saving.error !== null && !saving.conflict && <Failed error={saving.error} />}
      {saving.conflict && <Conflict {...saving.conflict} />}
      {mayWrite && !saving.conflict && (
        <Group justify="flex-end">
          <Button
            loading={saving.isPending}
            disabled={!isReady || (lines.length === 0 && bundle.parts.length === 0)}
            onClick={() => saving.mutate(lines, { onSuccess: () => setStart(lines) })}
          >
            {t('products.bundle.save')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Sums({ bundle }: { bundle: Bundle }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Text size="sm">
      {t('products.bundle.sums', {
        parts: format.money(bundle.parts_price, bundle.currency),
        price: format.money(bundle.price, bundle.currency),
        saving: format.money(bundle.saving, bundle.currency),
      })}
    </Text>
  );
}

const currentIn = (error: unknown): Bundle | undefined =>
  error instanceof ApiError && error.code === 'CHANGED'
    ? (error.details.current as Bundle | undefined)
    : undefined;

function useSaving(bundle: Bundle) {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const [accepted, setAccepted] = useState<string>();
  const saving = useAction(
    (parts: Line[]) =>
      answer(
        api.PUT('/product-variants/{variant}/bundle/', {
          params: { path: { variant: bundle.sku } },
          body: {
            parts: parts.map(({ id, quantity }) => ({ variant: id, quantity: Number(quantity) })),
            if_match: accepted ?? bundle.etag,
          },
        }),
      ),
    {
      changes: [['levels']],
      done: () => t('products.bundle.saved'),
      // Not after an error: the parts that were typed stay.
      onDone: () => void queries.invalidateQueries({ queryKey: ['bundle'] }),
      quiet: true,
    },
  );
  const label = t('products.bundle.parts');
  const describe = (shown: object): object => ({
    [label]: (shown as Bundle).parts.map(part => `${part.quantity} × ${part.description}`),
  });
  const current = currentIn(saving.error);
  const conflict = current && {
    record: {
      type: 'product-variants',
      id: bundle.variant_id,
      path: `/product-variants/${bundle.variant_id}/`,
      shown: bundle,
      describe,
    },
    current,
    onKeep: () => {
      setAccepted(current.etag);
      saving.reset();
    },
    isKeeping: false,
    keepError: null,
    onDiscard: () => void queries.invalidateQueries({ queryKey: ['bundle'] }),
  };
  return { ...saving, conflict };
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
