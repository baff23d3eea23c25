import { TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { TaxClass } from '../../types.js';

const CODE = /^[a-z0-9][a-z0-9_-]{0,49}$/;

export function ClassForm(props: { classes: TaxClass[]; onClose: () => void }): ReactNode {
  const { classes, onClose } = props;
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ name: '', code: '' }),
    check: draft => {
      const problems: Problems = {};
      const code = draft.code.trim();
      if (!CODE.test(code)) problems.code = t('taxes.classes.code.hint');
      if (classes.some(one => one.code === code)) problems.code = t('taxes.classes.code.taken');
      return problems;
    },
    save: ({ name, code }) =>
      answer(api.POST('/tax-classes/', { body: { name: name.trim(), code: code.trim() } })),
    changes: [['tax-classes']],
    done: ({ name }) => t('taxes.classes.added', { name }),
    onClose,
  });
  return (
    <FormDialog
      title={t('taxes.classes.new')}
      submit={t('taxes.classes.add')}
      isReady={form.draft.name.trim() !== '' && form.draft.code.trim() !== ''}
      {...form.dialog}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={100} {...form.text('name')} />
      <TextInput
        label={t('taxes.classes.code')}
        description={t('taxes.classes.code.hint')}
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        {...form.text('code')}
      />
    </FormDialog>
  );
}
