import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconReceiptTax } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Empty, Show } from '../../../shared/components/states.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { TaxClass } from '../../types.js';
import { PlaceForm } from './place-form.js';
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
  const [isEdited, setEdited] = useState(false);
  const placeName = usePlaceName();
  const places = tax.country === null ? [] : [t('taxes.place', { place: placeName(tax) })];
  const stores = tax.store_ids.map(id => storeOf(id)?.name).filter(Boolean);
  return (
    <Panel
      isFlush
      title={tax.name}
      aside={
        may('store.manage') && (
          <Group gap={6}>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('taxes.place.edit')}: ${tax.name}`}
              onClick={() => setEdited(true)}
            >
              {t('taxes.place.edit')}
            </Button>
            <Button
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              aria-label={`${t('taxes.new')}: ${tax.name}`}
              onClick={() => setNew(true)}
            >
              {t('taxes.new')}
            </Button>
          </Group>
        )
      }
    >
      <Stack gap={2} px="md" pb="md">
        <Text size="sm" component="div">
          {[tax.code, ...stores, ...places].join(' · ')}{' '}
          {!tax.is_active && <StatusTag status="inactive" />}
        </Text>
        <Text size="sm" c="dimmed">
          {t('taxes.own', { rate: percent(tax.rate) })}
        </Text>
      </Stack>
      {tax.rates.length > 0 && <Rates tax={tax} classes={classes} />}
      {isEdited && <PlaceForm tax={tax} onClose={() => setEdited(false)} />}
      {isNew && <RateForm tax={tax} classes={classes} onClose={() => setNew(false)} />}
    </Panel>
  );
}

/** "United States, CA". */
function usePlaceName(): (tax: Tax) => string {
  const t = useT();
  const { locale } = useI18n();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return ({ country, region }) => {
    if (country === null || country === '*') return t('taxes.place.rest');
    const name = names.of(country) ?? country;
    return region === null ? name : `${name}, ${region}`;
  };
}
