import { TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useNamedClass } from '../../state/use-tax-classes.js';
import { useT } from '../../texts/index.js';
import type { TaxClass } from '../../types.js';

/** Only the name changes: products and rates refer to the code. */
export function RenameForm(props: { taxClass: TaxClass; onClose: () => void }): ReactNode {
  const { taxClass, onClose } = props;
  const { code } = taxClass;
  const t = useT();
  const api = useApi();
  const named = useNamedClass();
  const form = useForm({
    start: () => ({ name: taxClass.name }),
    record: {
      type: 'tax-classes',
      id: code,
      path: `/tax-classes/${code}/`,
      shown: taxClass,
      describe: record => ({ name: named(record as TaxClass).name }),
    },
    save: ({ name }, condition) =>
      answer(
        api.PATCH('/tax-classes/{id}/', {
          params: { path: { id: code } },
          body: { name: name.trim() },
          ...condition,
        }),
      ),
    changes: [['tax-classes']],
    done: ({ name }) => t('taxes.classes.renamed', { name }),
    onClose,
  });
  const name = form.draft.name.trim();
  return (
    <FormDialog
      title={taxClass.name}
      submit={t('app.save')}
      // A built-in name is shown in the reader's language and would be saved in it.
      isReady={name !== '' && name !== taxClass.name}
      {...form.dialog}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={100} {...form.text('name')} />
    </FormDialog>
  );
}
