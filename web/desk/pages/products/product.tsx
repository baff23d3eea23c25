import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Failed, Show } from '../../../shared/components/states.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { fieldTexts } from '../../../shared/i18n/refusals.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Conflict } from '../../parts/history/conflict.js';
import { History } from '../../parts/history/index.js';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { tagOf } from '../../state/record-tags.js';
import { useAction } from '../../state/use-action.js';
import { type FormRecord, useCondition } from '../../state/use-condition.js';
import { useT } from '../../texts/index.js';
import { BundlePanel } from './bundle.js';
import { changeProduct, type Product } from './calls.js';
import { DetailFields } from './detail-fields.js';
import { copyOf, draftOf, emptyDraft, type ProductDraft } from './draft.js';
import { OptionFields } from './option-fields.js';
import { PictureFields } from './picture-fields.js';
import { PriceTagsButton, type TagItem } from './price-tags.js';
import { saveProduct } from './save-product.js';
import { Suppliers } from './suppliers.js';
import { type Loaded, useCopied, useProduct } from './use-product.js';
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
  const set = (change: Partial<ProductDraft>): void => {
    onEdit?.();
    setDraft(old => ({ ...old, ...change }));
  };
  const saving = useSaving(before, onSaved);
  const mayWrite = may('catalog.chain');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A submitted dialog of the form bubbles to here.
    if (event.target === event.currentTarget && isReady(draft)) saving.mutate(draft);
  };
  const parts = { draft, set, errorOf: saving.errorOf };
  const only = before?.product.variants.length === 1 ? before.product.variants[0] : undefined;
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
      {only !== undefined && <BundlePanel variant={only.id} />}
      {before && <History type="products" id={String(before.product.id)} />}
    </Page>
  );
}

function useSaving(before: Loaded | undefined, onSaved: (() => void) | undefined) {
  const t = useT();
  const api = useApi();
  const { language } = useI18n();
  const [, go] = useLocation();
  const created = useRef<Product>(undefined);
  const record = before && recordOf(before.product);
  const { condition, conflictOf, accept } = useCondition(record);
  const saving = useAction(
    async (draft: ProductDraft) => {
      const known = { product: created.current ?? before?.product, prices: before?.prices ?? {} };
      let isChanged = false;
      const onCreated = (product: Product): void => {
        created.current = product;
      };
      const onChanged = (): void => {
        isChanged = true;
      };
      try {
        return await saveProduct(api, known, draft, { onCreated, onChanged, condition });
      } catch (error) {
        // The next try must not take the first half of this one for a change by somebody else.
        if (isChanged) await accept().catch(() => undefined);
        throw error;
      }
    },
    {
      changes: [['products'], ['prices'], ['gaps'], ['product', String(before?.product.id)]],
      done: ({ name }) => t('products.saved', { name }),
      onDone: ({ id }) => {
        onSaved?.();
        go(`/products/${id}`);
      },
      quiet: true,
    },
  );
  const errors = saving.error instanceof ApiError ? fieldTexts(language, saving.error) : {};
  const found = conflictOf(saving);
  const conflict = found && { ...found, onDiscard: () => go('/products') };
  return { ...saving, conflict, errorOf: (name: string): string | undefined => errors[name] };
}

const tagItems = ({ variants }: Product): TagItem[] =>
  variants
    .filter(variant => variant.is_active)
    .map(({ id, name, sku }) => ({ id, name: name === '' ? sku : `${name} (${sku})` }));

const recordOf = (product: Product): FormRecord => ({
  type: 'products',
  id: String(product.id),
  path: `/products/${product.id}/`,
  shown: product,
});

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
