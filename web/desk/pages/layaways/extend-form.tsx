import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { localOf, momentOf } from '../../../shared/clock.js';
import { useFormat, usePlace } from '../../../shared/i18n/format.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { extendLayaway, type Layaway } from './calls.js';

/** Keeps the goods to the end of another day of the store. */
export function ExtendForm(props: { layaway: Layaway; onClose: () => void }): ReactNode {
  const { layaway, onClose } = props;
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { timeZone } = usePlace();
  const dayOf = (at: Date): string => localOf(at, timeZone).slice(0, 10);
  const form = useForm({
    start: () => ({ expires_at: dayOf(new Date(layaway.expires_at)) }),
    record: {
      type: 'layaways',
      id: layaway.id,
      path: `/layaways/${layaway.id}/`,
      shown: layaway,
    },
    save: ({ expires_at: day }, condition) => {
      const end = momentOf(`${day}T23:59`, timeZone).toISOString();
      return extendLayaway(api, layaway.id, end, condition);
    },
    changes: [['layaway'], ['layaways'], ['sale']],
    done: ({ expires_at }) => t('layaways.extended', { date: format.date(expires_at) }),
    onClose,
  });
  return (
    <FormDialog
      title={t('layaways.extend.title', { number: layaway.transaction_id })}
      submit={t('layaways.extend')}
      isReady={form.draft.expires_at !== ''}
      {...form.dialog}
    >
      <Text size="sm">{t('layaways.extend.text')}</Text>
      <TextInput
        type="date"
        label={t('layaways.until')}
        data-autofocus
        min={dayOf(new Date())}
        {...form.text('expires_at')}
      />
    </FormDialog>
  );
}
