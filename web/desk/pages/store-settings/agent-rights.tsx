import { MultiSelect } from '@mantine/core';
import type { paths } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useT } from '../../texts/index.js';
import type { BodyOf } from '../../types.js';

type Policy = NonNullable<BodyOf<paths['/stores/']['post']>['approval_policy']>;
export type AgentRight = NonNullable<Policy['agent_writes']>[number];

/** Rights that change something at one store; what the whole chain shares needs an approval always. */
const RIGHTS: readonly AgentRight[] = [
  'task.work',
  'task.manage',
  'delivery.manage',
  'fulfillment.handle',
  'stock.count',
  'stock.adjust',
  'stock.transfer',
  'procurement.manage',
  'return.create',
  'return.decide',
  'sale.notes',
  'sale.void',
  'refund.issue',
  'promotion.manage',
  'store.settings',
];

type Props = { value: AgentRight[]; onChange: (rights: AgentRight[]) => void };

/** What programs may change at a store without asking a person. */
export function AgentRights({ value, onChange }: Props): ReactNode {
  const t = useT();
  // A right that was chosen elsewhere stays.
  const offered = [...new Set([...RIGHTS, ...value])];
  return (
    <MultiSelect
      label={t('policy.agents')}
      description={t('policy.agents.hint')}
      data={offered.map(name => ({ value: name, label: t(`permission.${name}`) }))}
      value={value}
      onChange={rights => onChange(rights as AgentRight[])}
      searchable
      clearable
    />
  );
}
