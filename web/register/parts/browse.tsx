import { ActionIcon, Group, Kbd, TextInput, useMatches } from '@mantine/core';
import { IconBarcode, IconLayoutGrid } from '@tabler/icons-react';
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Empty, Show } from '../../shared/components/states.js';
import { type Catalogue, type Good, type Goods, useCatalogue } from '../state/catalogue.js';
import { noteFirstPicture } from '../state/first-picture.js';
import { prepareSearch, searchGoods } from '../state/product-search.js';
import { onPage, type Product, type ProductList, productList } from '../state/products.js';
import { useStock } from '../state/stock.js';
import { type Tiles, useTiles } from '../state/tiles.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';
import { stockOfGoods, Tile } from './tile.js';

/** More than a tablet shows at once. */
const FIRST_TILES = 30;
/** Scrolling draws so many more: each key of a search takes away all that are drawn. */
const MORE_TILES = 60;
/** Tiles are drawn before they come into view. */
const AHEAD = '600px';

type Props = {
  /** A scanned or typed code: exactly this variant. */
  onGood: (good: Good) => void;
  /** A touched tile: the variant may still be open. */
  onProduct: (product: Product) => void;
  /** Unset for staff who cannot arrange tiles. */
  onArrange?: () => void;
  field: RefObject<HTMLInputElement | null>;
};

export function Browse(props: Props): ReactNode {
  const catalogue = useCatalogue();
  return (
    <div className={css.browse}>
      <Show query={catalogue}>{data => <ProductGrid catalogue={data} {...props} />}</Show>
    </div>
  );
}

const FAVOURITES = 'favourites';
const ALL = 'all';

const CATEGORY = 'category ';

/** The goods of a chip: favourites, a tile page, a category or all of them. */
function shownOn(goods: Goods, tiles: Tiles, view: string): Iterable<Good> {
  if (view === FAVOURITES) return onPage(goods, tiles.favourites);
  const page = tiles.pages.find(({ name }) => view === `page ${name}`);
  if (page !== undefined) return onPage(goods, page.product_ids);
  return view.startsWith(CATEGORY) ? goods.inCategory(view.slice(CATEGORY.length)) : goods.all();
}

const useShown = ({ goods }: Catalogue, tiles: Tiles, view: string, text: string): ProductList =>
  useMemo(
    () => productList(text.trim() === '' ? shownOn(goods, tiles, view) : searchGoods(goods, text)),
    [goods, tiles, view, text],
  );

function ProductGrid(props: Props & { catalogue: Catalogue }): ReactNode {
  const { catalogue, onGood, onProduct, field } = props;
  const t = useT();
  const tiles = useTiles();
  const keyWidth = useMatches({ base: 12, sm: 56 });
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = useDeferredValue(text);
  const view = chosen ?? (tiles.favourites.length > 0 ? FAVOURITES : ALL);
  const found = useShown(catalogue, tiles, view, wanted);
  useEffect(() => prepareSearch(catalogue.goods), [catalogue.goods]);
  useEffect(() => {
    // Effects run before the picture is on the screen; the next task is after it.
    requestAnimationFrame(() => setTimeout(noteFirstPicture));
  }, []);
  const latest = useRef(onProduct);
  latest.current = onProduct;
  const pick = useCallback((product: Product) => latest.current(product), []);
  const press = useCallback((next: string) => {
    setText('');
    setChosen(next);
  }, []);

  const enter = (): void => {
    // Every article without a barcode has the empty code.
    if (text.trim() === '') return;
    const exact = catalogue.goods.byCode(text);
    // Reads at most two results, to see whether there is only one.
    const [only, other] = exact === undefined ? searchGoods(catalogue.goods, text) : [exact];
    if (only === undefined || other !== undefined) return;
    onGood(only);
    setText('');
  };

  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          ref={field}
          style={{ flex: 1 }}
          aria-label={t('browse.search')}
          placeholder={t('browse.placeholder')}
          size="lg"
          leftSection={<IconBarcode size={22} />}
          rightSection={
            <Kbd aria-hidden visibleFrom="sm">
              {t('keys.search')}
            </Kbd>
          }
          rightSectionWidth={keyWidth}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') enter();
            if (event.key === 'Escape') setText('');
          }}
        />
        {props.onArrange !== undefined && (
          <ActionIcon
            variant="default"
            size={50}
            aria-label={t('tiles.title')}
            onClick={props.onArrange}
          >
            <IconLayoutGrid size={22} />
          </ActionIcon>
        )}
      </Group>
      <Chips
        catalogue={catalogue}
        tiles={tiles}
        pressed={wanted === '' ? view : null}
        onPress={press}
      />
      <Grid key={`${view} ${wanted}`} list={found} text={wanted} onPick={pick} />
    </>
  );
}

/**
 * The tiles of the first screen are drawn first, some more right after them, and further ones each
 * time somebody scrolls near the end. A key typed draws none.
 */
const Grid = memo(function Grid(props: {
  list: ProductList;
  text: string;
  onPick: (product: Product) => void;
}): ReactNode {
  const { list, onPick } = props;
  const t = useT();
  const grid = useRef<HTMLElement>(null);
  const [most, setMost] = useState(MORE_TILES);
  const products = useMemo(() => list.first(most), [list, most]);
  const stockOf = useStock(products.flatMap(({ goods }) => goods.map(one => one.variantId)));
  const count = useDeferredValue(products.length, FIRST_TILES);
  const more = useCallback(() => setMost(read => read + MORE_TILES), []);
  if (products.length === 0) return <NothingFound text={props.text} />;
  // The end is watched once the tiles before it are drawn; without them it is in view at once.
  const isDrawn = count === products.length;
  return (
    <section ref={grid} className={css.tiles} aria-label={t('browse.products')} tabIndex={-1}>
      {products.slice(0, count).map(product => (
        <Tile
          key={product.id}
          product={product}
          stock={stockOfGoods(product.goods, stockOf)}
          onPick={onPick}
        />
      ))}
      {isDrawn && list.hasMore() && <End key={count} grid={grid} onNear={more} />}
    </section>
  );
});

/** Behind the last tile that is drawn. */
function End(props: { grid: RefObject<HTMLElement | null>; onNear: () => void }): ReactNode {
  const { grid, onNear } = props;
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear();
      },
      { root: grid.current, rootMargin: AHEAD },
    );
    if (end.current !== null) watch.observe(end.current);
    return () => watch.disconnect();
  }, [grid, onNear]);
  return <span ref={end} aria-hidden />;
}

function NothingFound({ text }: { text: string }): ReactNode {
  const t = useT();
  if (text.trim() === '') return <Empty title={t('tiles.empty')} />;
  return <Empty title={t('browse.none.title')} text={t('browse.none.text', { text })} />;
}

const Chips = memo(function Chips(props: {
  catalogue: Catalogue;
  tiles: Tiles;
  pressed: string | null;
  onPress: (view: string) => void;
}): ReactNode {
  const t = useT();
  const { catalogue, tiles, pressed, onPress } = props;
  const views: [string, string][] = [
    ...(tiles.favourites.length > 0
      ? ([[FAVOURITES, `★ ${t('tiles.favourites')}`]] as [string, string][])
      : []),
    ...tiles.pages.map(({ name }): [string, string] => [`page ${name}`, name]),
    [ALL, t('browse.all')],
    ...catalogue.categories.map(({ id, name }): [string, string] => [CATEGORY + id, name]),
  ];
  return (
    <nav className={css.chips} aria-label={t('browse.categories')}>
      {views.map(([view, name]) => (
        <button
          key={view}
          type="button"
          className={css.chip}
          aria-pressed={pressed === view}
          onClick={() => onPress(view)}
        >
          {name}
        </button>
      ))}
    </nav>
  );
});
