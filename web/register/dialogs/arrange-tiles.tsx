import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { Dialog } from '../parts/till-dialog.js';
import { type Goods, NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { searchGoods } from '../state/product-search.js';
import { productsOf } from '../state/products.js';
import { saveTiles, type Tiles, useTiles } from '../state/tiles.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

const MOST_FOUND = 6;
const MOST_PAGES = 12;

/** Which list is edited: the favourites, or a page by its index. */
type Place = 'favourites' | number;

const idsAt = (tiles: Tiles, place: Place): number[] =>
  place === 'favourites' ? tiles.favourites : (tiles.pages[place]?.product_ids ?? []);

const withIds = (tiles: Tiles, place: Place, ids: number[]): Tiles =>
  place === 'favourites'
    ? { ...tiles, favourites: ids }
    : {
        ...tiles,
        pages: tiles.pages.map((page, at) => (at === place ? { ...page, product_ids: ids } : page)),
      };

/** A manager arranges the favourites and tile pages of all tills of the store. */
export default function ArrangeTilesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const current = useTiles();
  const [draft, setDraft] = useState(current);
  const [place, setPlace] = useState<Place>('favourites');
  const save = useMutation({
    mutationFn: () => saveTiles(api, draft),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['tiles'] });
      notifications.show({ message: t('tiles.saved') });
      onClose();
    },
  });
  const hasBlank = draft.pages.some(({ name }) => name.trim() === '');
  return (
    <Dialog onClose={onClose} title={t('tiles.title')} size="lg">
      <Stack>
        <Places draft={draft} place={place} onDraft={setDraft} onPlace={setPlace} />
        <PlaceProducts
          ids={idsAt(draft, place)}
          onChange={ids => setDraft(withIds(draft, place, ids))}
        />
        {save.error !== null && <Failed error={save.error} />}
        <Button
          size="lg"
          loading={save.isPending}
          disabled={hasBlank}
          onClick={() => save.mutate()}
        >
          {t('tiles.save')}
        </Button>
      </Stack>
    </Dialog>
  );
}

function Places(props: {
  draft: Tiles;
  place: Place;
  onDraft: (draft: Tiles) => void;
  onPlace: (place: Place) => void;
}): ReactNode {
  const t = useT();
  const { draft, place, onDraft, onPlace } = props;
  const add = (): void => {
    const names = new Set(draft.pages.map(({ name }) => name));
    let number = draft.pages.length + 1;
    while (names.has(t('tiles.page', { number }))) number += 1;
    const page = { name: t('tiles.page', { number }), product_ids: [] };
    onDraft({ ...draft, pages: [...draft.pages, page] });
    onPlace(draft.pages.length);
  };
  const change = (pages: Tiles['pages']): void => onDraft({ ...draft, pages });
  return (
    <>
      <Group align="flex-end" wrap="nowrap">
        <Select
          label={t('tiles.place')}
          style={{ flex: 1 }}
          value={String(place)}
          allowDeselect={false}
          onChange={value => onPlace(value === 'favourites' ? value : Number(value))}
          data={[
            { value: 'favourites', label: t('tiles.favourites') },
            ...draft.pages.map(({ name }, at) => ({ value: String(at), label: name || '…' })),
          ]}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={18} />}
          disabled={draft.pages.length >= MOST_PAGES}
          onClick={add}
        >
          {t('tiles.newPage')}
        </Button>
      </Group>
      {place !== 'favourites' && (
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            label={t('tiles.name')}
            style={{ flex: 1 }}
            maxLength={40}
            value={draft.pages[place]?.name ?? ''}
            onChange={event => {
              const name = event.currentTarget.value;
              change(draft.pages.map((page, at) => (at === place ? { ...page, name } : page)));
            }}
          />
          <Button
            variant="subtle"
            color="red"
            c="var(--mantine-color-error)"
            onClick={() => {
              onPlace('favourites');
              change(draft.pages.filter((_, at) => at !== place));
            }}
          >
            {t('tiles.removePage')}
          </Button>
        </Group>
      )}
    </>
  );
}

function PlaceProducts(props: { ids: number[]; onChange: (ids: number[]) => void }): ReactNode {
  const { ids, onChange } = props;
  const t = useT();
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const [text, setText] = useState('');
  const matches = text.trim() === '' ? [] : searchGoods(goods, text);
  const found = productsOf(matches, MOST_FOUND + ids.length)
    .filter(({ id }) => !ids.includes(id))
    .slice(0, MOST_FOUND);
  const raise = (at: number): void => {
    const next = [...ids];
    next.splice(at - 1, 2, ...next.slice(at - 1, at + 1).reverse());
    onChange(next);
  };
  return (
    <>
      <TextInput
        label={t('tiles.add')}
        placeholder={t('browse.placeholder')}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {found.map(product => (
        <Button
          key={product.id}
          variant="light"
          justify="flex-start"
          leftSection={<IconPlus size={18} />}
          onClick={() => {
            onChange([...ids, product.id]);
            setText('');
          }}
        >
          {product.name}
        </Button>
      ))}
      {ids.length === 0 && <Text c="dimmed">{t('tiles.none')}</Text>}
      <ul className={css.plainList} aria-label={t('tiles.products')}>
        {rowsOf(goods, ids).map(({ id, name }, at) => (
          <li key={id} className={css.arranged}>
            <Text style={{ flex: 1 }}>{name}</Text>
            <ActionIcon
              variant="default"
              size={40}
              disabled={at === 0}
              aria-label={t('tiles.up', { name })}
              onClick={() => raise(at)}
            >
              <IconArrowUp size={18} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={40}
              aria-label={t('tiles.remove', { name })}
              onClick={() => onChange(ids.filter(other => other !== id))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Also products that are not sold now keep their place, so that a season brings them back. */
function rowsOf(goods: Goods, ids: readonly number[]) {
  return ids.map(id => ({ id, name: goods.ofProduct(id)[0]?.product ?? `#${id}` }));
}
