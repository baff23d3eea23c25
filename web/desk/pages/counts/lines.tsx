import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconClipboardList, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Panel } from '../../parts/page.js';
import { useQuantityText } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Count, CountLine, Shown } from './calls.js';
import { EntryForm } from './entry-form.js';

/** The articles of a count; while counting, each can be opened to enter a quantity. */
export function Lines({ count }: { count: Count }): ReactNode {
  const t = useT();
  const api = useApi();
  const isCounting = count.status === 'counting';
  const isHidden = count.different_lines === null;
  const [show, setShow] = useState<Shown>(isCounting ? 'open' : 'different');
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const [edited, setEdited] = useState<CountLine>();
  const pages = usePages(['count-lines', count.id, show, q], cursor =>
    api.GET('/stock-counts/{id}/lines/', {
      params: {
        path: { id: count.id },
        query: {
          show: show === 'all' ? undefined : show,
          q: q === '' ? undefined : q,
          cursor,
        },
      },
    }),
  );
  const shown: Shown[] = isHidden
    ? ['open', 'counted', 'all']
    : ['different', 'open', 'counted', 'all'];
  return (
    <>
      <Group gap="sm">
        <Select
          aria-label={t('counts.show')}
          w={160}
          allowDeselect={false}
          value={show}
          onChange={value => setShow((value ?? 'all') as Shown)}
          data={shown.map(value => ({ value, label: t(`counts.show.${value}`) }))}
        />
        <TextInput
          style={{ flex: '1 1 240px' }}
          maw={360}
          aria-label={t('stock.search')}
          placeholder={t('stock.search')}
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </Group>
      <Panel isFlush>
        <PagedTable
          label={t('counts.lines')}
          pages={pages}
          columns={useColumns(isHidden)}
          keyOf={line => line.id}
          onOpen={isCounting ? setEdited : undefined}
          empty={<Empty icon={<IconClipboardList size={28} />} title={t('counts.lines.none')} />}
        />
      </Panel>
      {edited !== undefined && (
        <EntryForm count={count} line={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

function useColumns(isHidden: boolean): Column<CountLine>[] {
  const t = useT();
  const quantity = useQuantityText();
  const signed = (line: CountLine): string => {
    const { difference, unit } = line;
    return `${(difference ?? 0) > 0 ? '+' : ''}${quantity(difference, unit)}`;
  };
  const compared: Column<CountLine>[] = [
    {
      head: t('counts.expected'),
      isFigure: true,
      from: 'xs',
      cell: line => quantity(line.expected, line.unit),
    },
    {
      head: t('counts.difference'),
      isFigure: true,
      cell: line => (line.difference ? <strong>{signed(line)}</strong> : signed(line)),
    },
    {
      head: t('list.status'),
      from: 'sm',
      cell: line => line.moved_while_counting && <Tag tone="warn">{t('counts.moved')}</Tag>,
    },
  ];
  return [
    { head: t('stock.item'), cell: line => <Item name={line.description} sku={line.sku} /> },
    {
      head: t('counts.counted'),
      isFigure: true,
      cell: line => quantity(line.counted, line.unit),
    },
    ...(isHidden ? [] : compared),
  ];
}
