import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import type { CustomerProfile } from '../../types.js';
import { CardTable } from '../stored-value/card-table.js';
import { GiveForm } from '../stored-value/give-form.js';

/** Gift cards and store credits of the customer in the stores of the reader. */
export function CustomerCards({ customer }: { customer: CustomerProfile }): ReactNode {
  const t = useT();
  const [isGiving, setGiving] = useState(false);
  return (
    <Panel
      isFlush
      title={t('value.cards')}
      aside={
        customer.erased_at === null && (
          <Button size="compact-sm" variant="default" onClick={() => setGiving(true)}>
            {t('value.give')}
          </Button>
        )
      }
    >
      <CardTable filter={{ customer: customer.id }} empty={t('value.customer.none')} />
      {isGiving && <GiveForm customer={customer} onClose={() => setGiving(false)} />}
    </Panel>
  );
}
