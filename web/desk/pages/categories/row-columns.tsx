import { Button, Group } from '@mantine/core';
import type { Column } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';

type Row = { id: string; name: string; is_active: boolean };

const CHANGES = [['categories'], ['brands'], ['collections'], ['product-lookups'], ['products']];

/** Status and actions, which categories, brands and collections have in common. */
export function useRowColumns<One extends Row>(
  onEdit: (one: One) => void,
  remove: (one: One) => Promise<unknown>,
  /** Opens the rule of a collection. */
  onRule?: (one: One) => void,
): Column<One>[] {
  const t = useT();
  const { may } = useDesk();
  const status: Column<One> = {
    head: t('list.status'),
    from: 'xs',
    cell: one => <StatusTag status={one.is_active ? 'active' : 'inactive'} />,
  };
  if (!may('catalog.chain')) return [status];
  return [
    status,
    {
      head: t('list.actions'),
      isFigure: true,
      cell: one => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('categories.edit')}: ${one.name}`}
            onClick={() => onEdit(one)}
          >
            {t('categories.edit')}
          </Button>
          {onRule !== undefined && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('rules.edit')}: ${one.name}`}
              onClick={() => onRule(one)}
            >
              {t('rules.edit')}
            </Button>
          )}
          <DeleteButton
            name={one.name}
            text={t('categories.delete')}
            run={() => remove(one)}
            changes={CHANGES}
          />
        </Group>
      ),
    },
  ];
}
