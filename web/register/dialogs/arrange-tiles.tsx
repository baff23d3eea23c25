import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Tillhouse } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { TileEditor } from '../../shared/components/tile-editor.js';
import { useTileTexts } from '../../shared/components/use-tile-editor-texts.js';
import { hasBadNames } from '../../shared/tiles.js';
import { Dialog } from '../parts/till-dialog.js';
import { NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { searchGoods } from '../state/product-search.js';
import { productsOf } from '../state/products.js';
import { readTiles, saveTiles, type Tiles, useTiles } from '../state/tiles.js';

const MOST_FOUND = 6;

/** Undefined if the tiles are saved, otherwise what somebody else has saved meanwhile. */
async function save(api: Tillhouse, tiles: Tiles): Promise<Tiles | undefined> {
  try {
    await saveTiles(api, tiles);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CHANGED') throw error;
    return readTiles(api, tiles.storeId);
  }
}

/** A manager arranges the favourites and tile pages of all tills of the store. */
export default function ArrangeTilesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTileTexts();
  const api = useApi();
  const queries = useQueryClient();
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const [draft, setDraft] = useState(useTiles());
  const [theirs, setTheirs] = useState<Tiles>();
  const saving = useMutation({
    mutationFn: (tiles: Tiles) => save(api, tiles),
    onSuccess: changed => {
      setTheirs(changed);
      if (changed !== undefined) return;
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
        {saving.error !== null && <Failed error={saving.error} />}
        {theirs === undefined ? (
          <Button
            size="lg"
            loading={saving.isPending}
            disabled={hasBadNames(draft.pages)}
            onClick={() => saving.mutate(draft)}
          >
            {t('save')}
          </Button>
        ) : (
          <Changed
            isBusy={saving.isPending}
            onTake={() => {
              setDraft(theirs);
              setTheirs(undefined);
            }}
            onOverwrite={() => saving.mutate({ ...draft, tag: theirs.tag })}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** Somebody else has saved the tiles while the dialog was open. */
function Changed(props: {
  isBusy: boolean;
  onTake: () => void;
  onOverwrite: () => void;
}): ReactNode {
  const t = useTileTexts();
  return (
    <Alert variant="light" color="brass" title={t('changed')} role="alert">
      <Stack gap="sm">
        <Text size="sm">{t('changedText')}</Text>
        <Group gap="xs">
          <Button variant="default" disabled={props.isBusy} onClick={props.onTake}>
            {t('takeTheirs')}
          </Button>
          <Button loading={props.isBusy} onClick={props.onOverwrite}>
            {t('overwrite')}
          </Button>
        </Group>
      </Stack>
    </Alert>
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
