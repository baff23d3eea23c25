import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useT } from '../../texts/index.js';

const MOST_TAXES = 20;

/** The taxes that the sales of a store have, out of those of the page Taxes. */
export function TaxPlacesField(props: {
  value: string[];
  onChange: (ids: string[]) => void;
  error?: string;
  description?: string;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: ['jurisdictions', 'choices'],
    queryFn: () =>
      all(cursor => api.GET('/tax-jurisdictions/', { params: { query: { cursor, limit: 200 } } })),
  });
  // A tax that is off has no effect, so it is not offered.
  const offered = data.filter(({ id, is_active }) => is_active || props.value.includes(id));
  return (
    <MultiSelect
      label={t('settings.taxes')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      nothingFoundMessage={t('list.none')}
      maxValues={MOST_TAXES}
      data={offered.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
      {...props}
    />
  );
}
