import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import {
  freePageName,
  hasBadNames,
  idsAt,
  MOST_TILE_PAGES,
  MOST_TILES,
  moved,
  type TilePlace,
  type TileSet,
  withIds,
} from '../tiles.js';
import { SortableList } from './sortable-list.js';
import { useTileTexts } from './use-tile-editor-texts.js';

type Product = { id: number; name: string };

type Props<Tiles extends TileSet> = {
  tiles: Tiles;
  onChange: (tiles: Tiles) => void;
  /** Also of products that are not sold now: they keep their place for the next season. */
  nameOf: (id: number) => string;
  /** A hook: the products that fit a text, without those that are taken. */
  useFound: (text: string, taken: readonly number[]) => readonly Product[];
  onPick?: (product: Product) => void;
};

/** Arranges the favourites and tile pages of a store, at the desk and at a till. */
export function TileEditor<Tiles extends TileSet>(props: Props<Tiles>): ReactNode {
  const { tiles, onChange, nameOf, useFound, onPick } = props;
  const [place, setPlace] = useState<TilePlace>('favourites');
  return (
    <Stack>
      <Places tiles={tiles} place={place} onChange={onChange} onPlace={setPlace} />
      <PlaceProducts
        ids={idsAt(tiles, place)}
        nameOf={nameOf}
        useFound={useFound}
        onPick={onPick}
        onChange={ids => onChange(withIds(tiles, place, ids))}
      />
      <PageOrder tiles={tiles} place={place} onChange={onChange} onPlace={setPlace} />
    </Stack>
  );
}

type PlaceProps<Tiles extends TileSet> = {
  tiles: Tiles;
  place: TilePlace;
  onChange: (tiles: Tiles) => void;
  onPlace: (place: TilePlace) => void;
};

function Places<Tiles extends TileSet>(props: PlaceProps<Tiles>): ReactNode {
  const t = useTileTexts();
  const { tiles, place, onChange, onPlace } = props;
  const { pages } = tiles;
  const add = (): void => {
    const name = freePageName(pages, number => t('page', { number }));
    onChange({ ...tiles, pages: [...pages, { name, product_ids: [] }] });
    onPlace(pages.length);
  };
  const change = (next: TileSet['pages']): void => onChange({ ...tiles, pages: next });
  return (
    <>
      <Group align="flex-end" wrap="nowrap">
        <Select
          label={t('place')}
          style={{ flex: 1 }}
          value={String(place)}
          allowDeselect={false}
          onChange={value => onPlace(value === 'favourites' ? value : Number(value))}
          data={[
            { value: 'favourites', label: t('favourites') },
            ...pages.map(({ name }, at) => ({ value: String(at), label: name || '…' })),
          ]}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={18} />}
          disabled={pages.length >= MOST_TILE_PAGES}
          onClick={add}
        >
          {t('newPage')}
        </Button>
      </Group>
      {place !== 'favourites' && (
        <Group align="flex-start" wrap="nowrap">
          <TextInput
            label={t('name')}
            style={{ flex: 1 }}
            maxLength={40}
            value={pages[place]?.name ?? ''}
            error={hasBadNames(pages) ? t('badNames') : undefined}
            onChange={event => {
              const name = event.currentTarget.value;
              change(pages.map((page, at) => (at === place ? { ...page, name } : page)));
            }}
          />
          <Button
            variant="subtle"
            color="red"
            c="var(--mantine-color-error)"
            mt={25}
            onClick={() => {
              onPlace('favourites');
              change(pages.filter((_, at) => at !== place));
            }}
          >
            {t('removePage')}
          </Button>
        </Group>
      )}
    </>
  );
}

/** The page that is edited stays the same one when pages change their places. */
function PageOrder<Tiles extends TileSet>(props: PlaceProps<Tiles>): ReactNode {
  const t = useTileTexts();
  const { tiles, place, onChange, onPlace } = props;
  const { pages } = tiles;
  if (pages.length < 2) return null;
  const keyOf = (at: number): string => {
    const { name } = pages[at] ?? { name: '' };
    // While a name is typed, two pages may have the same one.
    return `${name} ${pages.slice(0, at).filter(page => page.name === name).length}`;
  };
  const move = (from: number, to: number): void => {
    onChange({ ...tiles, pages: moved(pages, from, to) });
    const order = moved([...pages.keys()], from, to);
    if (place !== 'favourites') onPlace(order.indexOf(place));
  };
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('order')}
      </Text>
      <SortableList
        label={t('order')}
        rows={pages.map(({ name }, at) => ({ key: keyOf(at), name: name || '…' }))}
        onMove={move}
        labels={{ up: name => t('up', { name }), down: name => t('down', { name }) }}
      />
    </div>
  );
}

function PlaceProducts(
  props: Pick<Props<TileSet>, 'nameOf' | 'useFound' | 'onPick'> & {
    ids: number[];
    onChange: (ids: number[]) => void;
  },
): ReactNode {
  const { ids, nameOf, useFound, onPick, onChange } = props;
  const t = useTileTexts();
  const [text, setText] = useState('');
  const found = useFound(text.trim(), ids);
  const isFull = ids.length >= MOST_TILES;
  return (
    <>
      <TextInput
        label={t('add')}
        placeholder={t('search')}
        disabled={isFull}
        description={isFull ? t('full', { most: MOST_TILES }) : undefined}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {found.map(({ id, name }) => (
        <Button
          key={id}
          variant="light"
          justify="flex-start"
          leftSection={<IconPlus size={18} />}
          onClick={() => {
            onPick?.({ id, name });
            onChange([...ids, id]);
            setText('');
          }}
        >
          {name}
        </Button>
      ))}
      {ids.length === 0 && <Text c="dimmed">{t('none')}</Text>}
      <SortableList
        label={t('products')}
        rows={ids.map(id => ({ key: String(id), name: nameOf(id) }))}
        onMove={(from, to) => onChange(moved(ids, from, to))}
        labels={{ up: name => t('up', { name }), down: name => t('down', { name }) }}
        actions={({ key, name }) => (
          <ActionIcon
            variant="default"
            size={40}
            aria-label={t('remove', { name })}
            onClick={() => onChange(ids.filter(id => String(id) !== key))}
          >
            <IconTrash size={18} />
          </ActionIcon>
        )}
      />
    </>
  );
}
