import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { localOf, momentOf } from '../../../shared/clock.js';
import { usePlace } from '../../../shared/i18n/format.js';
import { useT } from '../../texts/index.js';
import type { PartProps } from './detail-fields.js';

/** When the product goes on sale by itself, and when it is archived. */
export function ScheduleFields({ draft, set, errorOf }: PartProps): ReactNode {
  const t = useT();
  return (
    <>
      {draft.status !== 'active' && (
        <MomentField
          key={`publish ${draft.status}`}
          label={t('products.publishAt')}
          hint={t('products.publishAt.hint')}
          value={draft.publish_at}
          onChange={publish_at => set({ publish_at })}
          error={errorOf('publish_at')}
        />
      )}
      <MomentField
        key={`archive ${draft.status}`}
        label={t('products.archiveAt')}
        hint={t('products.archiveAt.hint')}
        value={draft.archive_at}
        onChange={archive_at => set({ archive_at })}
        error={errorOf('archive_at')}
      />
    </>
  );
}

/** A moment in the time zone of the store; empty is null. */
function MomentField(props: {
  label: string;
  hint: string;
  value: string | null;
  onChange: (at: string | null) => void;
  error: string | undefined;
}): ReactNode {
  const { label, hint, value, onChange, error } = props;
  const t = useT();
  const { timeZone } = usePlace();
  const [typed, setTyped] = useState(() =>
    value === null ? '' : localOf(new Date(value), timeZone),
  );
  const zone = t('span.zone', { zone: timeZone.replaceAll('_', ' ') });
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={`${hint} ${zone}`}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const isEmpty = currentTarget.value === '';
        onChange(isEmpty ? null : momentOf(currentTarget.value, timeZone).toISOString());
      }}
      error={error}
    />
  );
}
