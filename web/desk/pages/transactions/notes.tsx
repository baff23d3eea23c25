import { Button, Group, Text, Textarea } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Sale } from '../../types.js';

const MAX_LENGTH = 10_000;

/** What staff wrote about the sale; managers change it. */
export function Notes({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [isEditing, setEditing] = useState(false);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      {sale.notes !== '' && (
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }} flex={1}>
          {t('sales.notes.shown', { notes: sale.notes })}
        </Text>
      )}
      {may('sale.notes') && (
        <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
          {t(sale.notes === '' ? 'sales.notes.add' : 'sales.notes.edit')}
        </Button>
      )}
      {isEditing && <NotesForm sale={sale} onClose={() => setEditing(false)} />}
    </Group>
  );
}

function NotesForm({ sale, onClose }: { sale: Sale; onClose: () => void }): ReactNode {
  const { transactionId, notes } = sale;
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ notes }),
    save: (body, condition) =>
      answer(
        api.PATCH('/transactions/{transactionId}/', {
          params: { path: { transactionId } },
          body,
          ...condition,
        }),
      ),
    record: {
      type: 'transactions',
      id: transactionId,
      path: `/transactions/${transactionId}/`,
      shown: sale,
    },
    changes: [['sale', transactionId], ['transactions'], ['history']],
    done: () => t('sales.notes.saved'),
    onClose,
  });
  return (
    <FormDialog title={t('sales.notes.title')} submit={t('app.save')} {...form.dialog}>
      <Textarea
        label={t('sales.notes')}
        description={t('sales.notes.hint')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={MAX_LENGTH}
        data-autofocus
        {...form.text('notes')}
      />
    </FormDialog>
  );
}
