import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { saveFile } from '../../../shared/save-file.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { CustomerProfile } from '../../types.js';
import { MergeDialog } from './merge-dialog.js';

/** Merge, export and erasure of a customer's data. */
export function PrivacyButtons({ customer }: { customer: CustomerProfile }): ReactNode {
  const { id, name } = customer;
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const [isMerging, setMerging] = useState(false);
  const params = { path: { id } };
  const download = useAction<void, void>(
    () =>
      saveFile(
        api.GET('/customers/{id}/export/', { params, parseAs: 'blob' }),
        `customer-${id}.json`,
      ),
    { changes: [['customers', id, 'views']] },
  );
  return (
    <>
      <ConfirmButton
        size="sm"
        label={t('customers.erase')}
        subject={name}
        title={t('customers.erase.title', { name })}
        text={t('customers.erase.text')}
        run={() => answer(api.POST('/customers/{id}/erase/', { params, ...once(newKey()) }))}
        changes={[['customers'], ['customer', id]]}
        done={t('customers.erased', { name })}
      />
      <Button
        variant="default"
        loading={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        {t('customers.export')}
      </Button>
      <Button variant="default" onClick={() => setMerging(true)}>
        {t('customers.merge')}
      </Button>
      {isMerging && (
        <MergeDialog
          customer={customer}
          onMerged={() => void queries.invalidateQueries({ queryKey: ['customer', id] })}
          onClose={() => setMerging(false)}
        />
      )}
    </>
  );
}
