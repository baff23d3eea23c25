import { Text, Textarea } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { PictureField } from '../../parts/picture-field.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';

const FIELDS = ['receipt_header', 'receipt_footer', 'receipt_logo_id'] as const;
type Draft = Pick<Store, (typeof FIELDS)[number]>;
const MAX_LENGTH = 500;
const MIN_ROWS = 2;

/** The lines and the logo that a store prints on its receipts. */
export function ReceiptForm({ store, onClose }: { store: Store; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: (): Draft => ({
      receipt_header: store.receipt_header,
      receipt_footer: store.receipt_footer,
      receipt_logo_id: store.receipt_logo_id,
    }),
    record: { type: 'stores', id: store.id, path: `/stores/${store.code}/`, shown: store },
    save: (draft, condition) => {
      // Only what differs: another person may have changed the rest meanwhile.
      const changed = FIELDS.filter(name => draft[name] !== store[name]);
      const body = Object.fromEntries(changed.map(name => [name, draft[name]]));
      const params = { path: { store: store.code } };
      return answer(api.PATCH('/stores/{store}/', { params, body, ...condition }));
    },
    changes: [['desk']],
    done: ({ name }) => t('settings.saved', { name }),
    onClose,
  });
  const isChanged = FIELDS.some(name => form.draft[name] !== store[name]);
  return (
    <FormDialog title={store.name} submit={t('app.save')} isReady={isChanged} {...form.dialog}>
      <Text size="sm" c="dimmed">
        {t('settings.receipt.text')}
      </Text>
      <PictureField
        label={t('settings.logo')}
        hint={t('settings.logo.hint')}
        none={t('settings.logo.none')}
        remove={t('settings.logo.remove')}
        id={form.draft.receipt_logo_id}
        onChange={receipt_logo_id => form.set({ receipt_logo_id })}
      />
      <Textarea
        label={t('settings.header')}
        description={t('settings.header.hint')}
        autosize
        minRows={MIN_ROWS}
        maxLength={MAX_LENGTH}
        {...form.text('receipt_header')}
      />
      <Textarea
        label={t('settings.footer')}
        autosize
        minRows={MIN_ROWS}
        maxLength={MAX_LENGTH}
        {...form.text('receipt_footer')}
      />
    </FormDialog>
  );
}
