import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { saveFile } from '../../../shared/save-file.js';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { POLL_MS } from '../../state/live.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Fulfillment } from '../../types.js';
import { DoneColumn, OpenColumn } from './columns.js';
import { OPEN } from './moves.js';
import { ShipDialog } from './ship-dialog.js';

export default function Fulfillments(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  // Above the columns: a first parcel moves the card to another one, and the dialog stays open.
  const [shipping, setShipping] = useState<Fulfillment>();
  const counts = useQuery({
    queryKey: ['fulfillments', store?.code, 'counts'],
    queryFn: () =>
      answer(api.GET('/fulfillments/counts/', { params: { query: { store: store?.code } } })),
    refetchInterval: POLL_MS,
  });
  return (
    <Page title={t('nav.fulfillments')} text={t('fulfillments.text')} actions={<PickListButton />}>
      <div className="desk-board">
        {OPEN.map(status => (
          <OpenColumn
            key={status}
            status={status}
            count={counts.data?.[status]}
            onShip={setShipping}
          />
        ))}
        <DoneColumn onShip={setShipping} />
      </div>
      {shipping !== undefined && (
        <ShipDialog order={shipping} onClose={() => setShipping(undefined)} />
      )}
    </Page>
  );
}

/** The goods of all open orders of the selected store. */
function PickListButton(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const download = useAction(
    (code: string) =>
      saveFile(
        api.GET('/fulfillments/pick-list/', {
          params: { query: { store: code } },
          parseAs: 'blob',
        }),
        'pick-list.pdf',
      ),
    { changes: [] },
  );
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} />}
      disabled={store === undefined}
      title={store === undefined ? t('fulfillments.pickList.store') : undefined}
      loading={download.isPending}
      onClick={() => store !== undefined && download.mutate(store.code)}
    >
      {t('fulfillments.pickList')}
    </Button>
  );
}
