import { Button, Group } from '@mantine/core';
import { IconPlus, IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { PagedTable } from '../../parts/data-table.js';
import { History } from '../../parts/history/index.js';
import { Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Price, PriceList } from '../../types.js';
import { ArticleField } from './article-field.js';
import { BulkDialog } from './bulk-dialog.js';
import { PriceCsv } from './csv.js';
import { usePriceColumns } from './price-columns.js';
import { PriceForm } from './price-form.js';

/** The prices of one list. */
export function ListPrices({ id }: { id: string }): ReactNode {
  const api = useApi();
  const list = useQuery({
    queryKey: ['price-lists', id],
    queryFn: () => answer(api.GET('/price-lists/{id}/', { params: { path: { id } } })),
  });
  return <Show query={list}>{found => <Prices list={found} />}</Show>;
}

function Prices({ list }: { list: PriceList }): ReactNode {
  const t = useT();
  const [variant, setVariant] = useState<string | null>(null);
  return (
    <Page
      title={`${list.name} (${list.currency})`}
      text={
        <Link href="/prices" className="desk-link">
          {t('priceLists.all')}
        </Link>
      }
      actions={<Toolbar list={list} variant={variant} onVariant={setVariant} />}
    >
      <Panel isFlush>
        <Table list={list} variant={variant} />
      </Panel>
      <History type="price-lists" id={list.id} />
    </Page>
  );
}

function Toolbar(props: {
  list: PriceList;
  variant: string | null;
  onVariant: (id: string | null) => void;
}): ReactNode {
  const { list, variant, onVariant } = props;
  const t = useT();
  const { may } = useDesk();
  const [opened, setOpened] = useState<'price' | 'bulk'>();
  const close = (): void => setOpened(undefined);
  return (
    <Group gap="xs">
      <ArticleField
        w={260}
        aria-label={t('prices.search')}
        clearable
        value={variant}
        onChange={onVariant}
      />
      <PriceCsv list={list.id} />
      {may('catalog.chain') && (
        <>
          <Button variant="default" onClick={() => setOpened('bulk')}>
            {t('bulk.open')}
          </Button>
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened('price')}>
            {t('prices.new')}
          </Button>
        </>
      )}
      {opened === 'price' && <PriceForm lists={[list]} onClose={close} />}
      {opened === 'bulk' && <BulkDialog list={list} onClose={close} />}
    </Group>
  );
}

function Table({ list, variant }: { list: PriceList; variant: string | null }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const columns = usePriceColumns();
  const [edited, setEdited] = useState<Price>();
  const pages = usePages(['prices', list.id, variant], cursor =>
    api.GET('/prices/', {
      params: {
        query: { price_list: list.id, variant: variant ?? undefined, cursor, etags: true },
      },
    }),
  );
  const isSearch = variant !== null;
  return (
    <>
      <PagedTable
        label={t('prices.title')}
        pages={pages}
        columns={columns}
        keyOf={price => price.id}
        onOpen={may('catalog.chain') ? setEdited : undefined}
        empty={
          <Empty
            icon={<IconTags size={28} />}
            title={t(isSearch ? 'prices.noneFound' : 'prices.none')}
            text={isSearch ? undefined : t('prices.none.text')}
          />
        }
      />
      {edited && <PriceForm lists={[list]} price={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
