import { Kbd, TextInput } from '@mantine/core';
import { IconBarcode } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useDeferredValue, useMemo, useState } from 'react';
import { isMeasured } from '../../../src/domains/pricing/index.js';
import { Artwork } from '../../shared/artwork/index.js';
import { Empty, Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { type Catalogue, findByCode, type Good, search, useCatalogue } from '../state/catalogue.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

/** Limits rendering; searching narrows the list further. */
const MAX_TILES = 120;

type Props = {
  onPick: (good: Good) => void;
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

function ProductGrid({ catalogue, onPick, field }: Props & { catalogue: Catalogue }): ReactNode {
  const t = useT();
  const [text, setText] = useState('');
  const [category, setCategory] = useState<string | null>(null);
  const wanted = useDeferredValue(text);
  const found = useMemo(() => {
    if (wanted.trim() !== '') return search(catalogue.goods, wanted);
    return catalogue.goods.filter(good => category === null || good.categoryId === category);
  }, [catalogue, category, wanted]);

  const enter = (): void => {
    const exact = findByCode(catalogue.goods, text);
    const results = search(catalogue.goods, text);
    const good = exact ?? (results.length === 1 ? results[0] : undefined);
    if (text.trim() === '' || good === undefined) return;
    onPick(good);
    setText('');
  };

  return (
    <>
      <TextInput
        ref={field}
        aria-label={t('browse.search')}
        placeholder={t('browse.placeholder')}
        size="lg"
        leftSection={<IconBarcode size={22} />}
        rightSection={<Kbd aria-hidden>{t('keys.search')}</Kbd>}
        rightSectionWidth={56}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') enter();
          if (event.key === 'Escape') setText('');
        }}
      />
      <nav className={css.chips} aria-label={t('browse.categories')}>
        {[{ id: null, name: t('browse.all') }, ...catalogue.categories].map(({ id, name }) => (
          <button
            key={id ?? 'all'}
            type="button"
            className={css.chip}
            aria-pressed={wanted === '' && id === category}
            onClick={() => {
              setText('');
              setCategory(id);
            }}
          >
            {name}
          </button>
        ))}
      </nav>
      {found.length === 0 ? (
        <Empty title={t('browse.none.title')} text={t('browse.none.text', { text: wanted })} />
      ) : (
        <section className={css.tiles} aria-label={t('browse.products')} tabIndex={-1}>
          {found.slice(0, MAX_TILES).map(good => (
            <Tile key={good.variantId} good={good} onPick={onPick} />
          ))}
        </section>
      )}
    </>
  );
}

function Tile({ good, onPick }: { good: Good; onPick: (good: Good) => void }): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const price = isMeasured(good.unit)
    ? t('cart.per', { price: cents(good.priceMinor), unit: good.unit })
    : cents(good.priceMinor);
  return (
    <button type="button" className={css.tile} data-sku={good.sku} onClick={() => onPick(good)}>
      <Artwork
        className={css.picture}
        name={good.name}
        category={good.category}
        picture={good.picture}
        sizes="200px"
      />
      <span className={css.caption}>
        <span className={css.name}>{good.name}</span>
        <span className={`${css.price} money`}>{price}</span>
      </span>
    </button>
  );
}
