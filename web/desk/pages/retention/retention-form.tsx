import { NumberInput, Switch, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { numberOrNull, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Retention } from '../../types.js';
import { useRetentionText } from './use-retention-text.js';

/** Changes how long data of a kind is kept. */
export function RetentionForm(props: { retention: Retention; onClose: () => void }): ReactNode {
  const { retention, onClose } = props;
  const t = useT();
  const { nameOf, aboutOf, keptOf } = useRetentionText();
  const form = useRetentionForm(retention, onClose);
  const { draft } = form;
  return (
    <FormDialog
      title={nameOf(retention)}
      submit={t('app.save')}
      isReady={!draft.isLimited || numberOrNull(draft.days) !== null}
      {...form.dialog}
    >
      <Text size="sm">{aboutOf(retention)}</Text>
      {retention.may_be_unlimited && (
        <Switch
          label={t('retention.limit')}
          checked={draft.isLimited}
          onChange={event => form.set({ isLimited: event.currentTarget.checked })}
        />
      )}
      {draft.isLimited && (
        <NumberInput
          label={t('retention.field')}
          description={t('retention.range', {
            least: retention.least_days ?? 1,
            most: retention.most_days ?? 1,
            usual: keptOf(retention.default_days),
          })}
          data-autofocus
          allowNegative={false}
          allowDecimal={false}
          {...form.field('days')}
        />
      )}
    </FormDialog>
  );
}

function useRetentionForm(retention: Retention, onClose: () => void) {
  const t = useT();
  const api = useApi();
  const { nameOf, keptOf } = useRetentionText();
  return useForm({
    record: {
      type: 'retention',
      id: retention.kind,
      path: `/retention/${retention.kind}/`,
      shown: retention,
    },
    start: () => ({
      isLimited: retention.days !== null,
      days: typedOf(retention.days ?? retention.least_days),
    }),
    save: ({ isLimited, days }, condition) =>
      answer(
        api.PATCH('/retention/{kind}/', {
          ...condition,
          params: { path: { kind: retention.kind } },
          body: { days: isLimited ? numberOrNull(days) : null },
        }),
      ),
    changes: [['retention'], ['history', 'retention']],
    done: saved => t('retention.saved', { name: nameOf(saved), kept: keptOf(saved.days) }),
    onClose,
  });
}
