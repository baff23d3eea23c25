import { Button, Group, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { TaxClass } from '../../types.js';
import { RenameForm } from './rename-form.js';

export function Classes({ classes }: { classes: TaxClass[] }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [renamed, setRenamed] = useState<TaxClass>();
  const columns: Column<TaxClass>[] = [
    { head: t('list.name'), cell: taxClass => <strong>{taxClass.name}</strong> },
    { head: t('taxes.classes.code'), cell: taxClass => taxClass.code },
    ...(may('store.manage')
      ? [
          {
            head: t('list.actions'),
            isFigure: true,
            cell: (taxClass: TaxClass) => (
              <Group gap={6} justify="flex-end" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${t('taxes.classes.edit')}: ${taxClass.name}`}
                  onClick={() => setRenamed(taxClass)}
                >
                  {t('taxes.classes.edit')}
                </Button>
                <Remove taxClass={taxClass} />
              </Group>
            ),
          },
        ]
      : []),
  ];
  return (
    <Panel isFlush title={t('taxes.classes')}>
      <Text size="sm" c="dimmed" px="md" pb="md">
        {t('taxes.classes.text')}
      </Text>
      <DataTable
        label={t('taxes.classes')}
        rows={classes}
        columns={columns}
        keyOf={({ code }) => code}
      />
      {renamed !== undefined && (
        <RenameForm taxClass={renamed} onClose={() => setRenamed(undefined)} />
      )}
    </Panel>
  );
}

function Remove({ taxClass }: { taxClass: TaxClass }): ReactNode {
  const t = useT();
  const api = useApi();
  const { code, name } = taxClass;
  if (taxClass.is_built_in) return null;
  return (
    <DeleteButton
      name={name}
      text={t('taxes.classes.delete.text')}
      run={() => answer(api.DELETE('/tax-classes/{id}/', { params: { path: { id: code } } }))}
      changes={[['tax-classes']]}
    />
  );
}
