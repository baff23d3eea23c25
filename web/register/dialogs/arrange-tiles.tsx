import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { TileEditor } from '../../shared/components/tile-editor.js';
import { useTileTexts } from '../../shared/components/tile-editor-texts.js';
import { hasBadNames } from '../../shared/tiles.js';
import { Dialog } from '../parts/till-dialog.js';
import { NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { searchGoods } from '../state/product-search.js';
import { productsOf } from '../state/products.js';
import { saveTiles, useTiles } from '../state/tiles.js';

const MOST_FOUND = 6;

/** A manager arranges the favourites and tile pages of all tills of the store. */
export default function ArrangeTilesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTileTexts();
  const api = useApi();
  const queries = useQueryClient();
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const [draft, setDraft] = useState(useTiles());
  const save = useMutation({
    mutationFn: () => saveTiles(api, draft),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['tiles'] });
      notifications.show({ message: t('saved') });
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('title')} size="lg">
      <Stack>
        <TileEditor
          tiles={draft}
          onChange={setDraft}
          nameOf={id => goods.ofProduct(id)[0]?.product ?? `#${id}`}
          useFound={useFoundHere}
        />
        {save.error !== null && <Failed error={save.error} />}
        <Button
          size="lg"
          loading={save.isPending}
          disabled={hasBadNames(draft.pages)}
          onClick={() => save.mutate()}
        >
          {t('save')}
        </Button>
      </Stack>
    </Dialog>
  );
}

/** In the catalogue that the till keeps. */
function useFoundHere(text: string, taken: readonly number[]) {
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  if (text === '') return [];
  return productsOf(searchGoods(goods, text), MOST_FOUND + taken.length)
    .filter(({ id }) => !taken.includes(id))
    .slice(0, MOST_FOUND);
}
