import { Button, Stack, Text } from '@mantine/core';
import { IconPlus, IconReceiptTax } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Empty, Show } from '../../../shared/components/states.js';
import { Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { TaxClass } from '../../types.js';
import { usePercent } from './rate.js';
import { RateForm } from './rate-form.js';
import { Rates } from './rates.js';
import { type Tax, useTaxes } from './use-taxes.js';

export function Jurisdictions({ classes }: { classes: TaxClass[] }): ReactNode {
  const t = useT();
  const taxes = useTaxes();
  return (
    <Show
      query={taxes}
      empty={
        <Panel>
          <Empty
            icon={<IconReceiptTax size={28} />}
            title={t('taxes.none')}
            text={t('taxes.none.text')}
          />
        </Panel>
      }
    >
      {list => list.map(tax => <JurisdictionPanel key={tax.id} tax={tax} classes={classes} />)}
    </Show>
  );
}

function JurisdictionPanel({ tax, classes }: { tax: Tax; classes: TaxClass[] }): ReactNode {
  const t = useT();
  const percent = usePercent();
  const { may, storeOf } = useDesk();
  const [isNew, setNew] = useState(false);
  const stores = tax.store_ids.map(id => storeOf(id)?.name).filter(Boolean);
  return (
    <Panel
      isFlush
      title={tax.name}
      aside={
        may('store.manage') && (
          <Button
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            aria-label={`${t('taxes.new')}: ${tax.name}`}
            onClick={() => setNew(true)}
          >
            {t('taxes.new')}
          </Button>
        )
      }
    >
      <Stack gap={2} px="md" pb="md">
        <Text size="sm" component="div">
          {[tax.code, ...stores].join(' · ')} {!tax.is_active && <StatusTag status="inactive" />}
        </Text>
        <Text size="sm" c="dimmed">
          {t('taxes.own', { rate: percent(tax.rate) })}
        </Text>
      </Stack>
      {tax.rates.length > 0 && <Rates tax={tax} classes={classes} />}
      {isNew && <RateForm tax={tax} classes={classes} onClose={() => setNew(false)} />}
    </Panel>
  );
}
