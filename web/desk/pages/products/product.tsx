import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Failed, Show } from '../../../shared/components/states.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Conflict } from '../../parts/history/conflict.js';
import { History } from '../../parts/history/index.js';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { tagOf } from '../../state/record-tags.js';
import { useUnsaved } from '../../state/unsaved.js';
import { useT } from '../../texts/index.js';
import { BundlePanel } from './bundle.js';
import { changeProduct, type Product } from './calls.js';
import { DetailFields } from './detail-fields.js';
import { copyOf, draftOf, emptyDraft, type ProductDraft } from './draft.js';
import { OptionFields } from './option-fields.js';
import { PictureFields } from './picture-fields.js';
import { PriceTagsButton, type TagItem } from './price-tags.js';
import { Suppliers } from './suppliers.js';
import { type Loaded, useCopied, useProduct } from './use-product.js';
import { useSaving } from './use-saving.js';
import { VariantFields } from './variant-fields.js';

export function EditProduct({ id }: { id: string }): ReactNode {
  const loaded = useProduct(id);
  // While somebody types, a reload of the product does not replace the form.
  const [edited, setEdited] = useState<Loaded>();
  return (
    <Show query={loaded}>
      {read => {
        const before = edited ?? read;
        return (
          <ProductForm
            key={tagOf(before.product)}
            before={before}
            onEdit={() => setEdited(before)}
            onSaved={() => setEdited(undefined)}
          />
        );
      }}
    </Show>
  );
}

/** Empty, or a copy of the product that the query names. */
export function NewProduct(): ReactNode {
  const copied = new URLSearchParams(useSearch()).get('copy');
  return copied === null ? <ProductForm /> : <CopiedProduct id={copied} />;
}

function CopiedProduct({ id }: { id: string }): ReactNode {
  const t = useT();
  const copied = useCopied(id);
  return (
    <Show query={copied}>
      {({ product, prices, parts }) => {
        const name = t('products.copyName', { name: product.name });
        return <ProductForm start={copyOf(draftOf(product, prices), name, parts)} />;
      }}
    </Show>
  );
}

const isReady = ({ name, variants }: ProductDraft): boolean =>
  name.trim() !== '' && variants.every(({ sku, price }) => sku.trim() !== '' && price !== '');

function ProductForm(props: {
  before?: Loaded;
  start?: ProductDraft;
  onEdit?: () => void;
  onSaved?: () => void;
}): ReactNode {
  const { before, onEdit, onSaved } = props;
  const t = useT();
  const { may } = useDesk();
  const [draft, setDraft] = useState(
    () => props.start ?? (before ? draftOf(before.product, before.prices) : emptyDraft()),
  );
  const [isEdited, setEdited] = useState(props.start !== undefined);
  const { release } = useUnsaved(isEdited);
  const set = (change: Partial<ProductDraft>): void => {
    onEdit?.();
    setEdited(true);
    setDraft(old => ({ ...old, ...change }));
  };
  const saving = useSaving(before, () => {
    release();
    setEdited(false);
    onSaved?.();
  });
  const mayWrite = may('catalog.chain');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A submitted dialog of the form bubbles to here.
    if (event.target === event.currentTarget && isReady(draft)) saving.mutate(draft);
  };
  const parts = { draft, set, errorOf: saving.errorOf };
  return (
    <Page
      title={before?.product.name ?? t('products.new')}
      text={
        <Link href="/products" className="desk-link">
          {t('products.all')}
        </Link>
      }
      actions={
        before !== undefined && (
          <>
            <PriceTagsButton items={tagItems(before.product)} />
            {mayWrite && <Actions product={before.product} />}
          </>
        )
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {!mayWrite && <Alert>{t('products.readOnly')}</Alert>}
          <fieldset className="desk-plain" disabled={!mayWrite}>
            <Stack gap="md">
              <DetailFields {...parts} />
              <PictureFields {...parts} />
              <OptionFields {...parts} />
            </Stack>
          </fieldset>
          <VariantFields {...parts} isReadOnly={!mayWrite} />
          {saving.error !== null && !saving.conflict && <Failed error={saving.error} />}
          {saving.conflict && <Conflict {...saving.conflict} />}
          {mayWrite && (
            <Group justify="flex-end" className="desk-save">
              <Button component={Link} href="/products" variant="default">
                {t('app.cancel')}
              </Button>
              <Button type="submit" loading={saving.isPending} disabled={!isReady(draft)}>
                {t('app.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {before && <Suppliers product={before.product} />}
      {before && <BundlePanel variants={before.product.variants} />}
      {before && <History type="products" id={String(before.product.id)} />}
    </Page>
  );
}

const tagItems = ({ variants }: Product): TagItem[] =>
  variants
    .filter(variant => variant.is_active)
    .map(({ id, name, sku }) => ({ id, name: name === '' ? sku : `${name} (${sku})` }));

function Actions({ product }: { product: Product }): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const { id, name } = product;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} />}
        onClick={() => {
          queries.removeQueries({ queryKey: ['product', String(id)] });
          go(`/products/new?copy=${id}`);
        }}
      >
        {t('products.copy')}
      </Button>
      {product.status !== 'archived' && (
        <ConfirmButton
          label={t('products.archive')}
          subject={name}
          title={t('products.archive.title', { name })}
          text={t('products.archive.text')}
          run={() => changeProduct(api, id, { status: 'archived' })}
          changes={[['products'], ['product', String(id)]]}
          done={t('products.archived', { name })}
          size="sm"
        />
      )}
    </>
  );
}
