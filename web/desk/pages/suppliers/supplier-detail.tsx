import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { History } from '../../parts/history/index.js';
import { LabelledValue } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Supplier } from '../../types.js';
import { Articles } from './articles.js';
import { SupplierForm } from './supplier-form.js';

export function SupplierDetail(props: {
  supplier: Supplier;
  onGone: () => void;
  onSaved: (supplier: Supplier) => void;
}): ReactNode {
  const { supplier, onGone, onSaved } = props;
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const [isEdited, setEdited] = useState(false);
  return (
    <Stack>
      <Group justify="space-between">
        <StatusTag status={supplier.is_archived ? 'archived' : 'active'} />
        {may('catalog.chain') && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setEdited(true)}>
              {t('suppliers.edit')}
            </Button>
            <DeleteButton
              name={supplier.name}
              text={t('suppliers.delete.text')}
              run={() =>
                answer(api.DELETE('/suppliers/{id}/', { params: { path: { id: supplier.id } } }))
              }
              changes={[['suppliers']]}
              onDone={onGone}
              size="xs"
            />
          </Group>
        )}
      </Group>
      <Facts supplier={supplier} />
      <Articles supplier={supplier} />
      <History type="suppliers" id={supplier.id} />
      {isEdited && (
        <SupplierForm supplier={supplier} onClose={() => setEdited(false)} onSaved={onSaved} />
      )}
    </Stack>
  );
}

function Facts({ supplier }: { supplier: Supplier }): ReactNode {
  const t = useT();
  const { email, phone, address, lead_days: days } = supplier;
  const facts: [label: string, value: ReactNode][] = [
    [t('suppliers.email'), email && <Anchor href={`mailto:${email}`}>{email}</Anchor>],
    [t('suppliers.phone'), phone && <Anchor href={`tel:${phone}`}>{phone}</Anchor>],
    [t('suppliers.address'), address && <Text style={{ whiteSpace: 'pre-line' }}>{address}</Text>],
    [t('suppliers.customerNumber'), supplier.customer_number],
    [t('suppliers.terms'), supplier.payment_terms],
    [t('suppliers.lead'), days === null ? '' : t('suppliers.days', { count: days })],
    [t('suppliers.currency'), supplier.currency],
  ];
  return (
    <Stack gap={6}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <LabelledValue key={label} label={label} isText>
            {value}
          </LabelledValue>
        ))}
    </Stack>
  );
}
