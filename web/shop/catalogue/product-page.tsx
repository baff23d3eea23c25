import { Anchor, Badge, Breadcrumbs, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { ApiError } from '@tillhouse/client';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { FormattedText } from '../../shared/components/formatted-text.js';
import { Show } from '../../shared/components/states.js';
import { CartForm } from '../cart/cart-form.js';
import { LostPage } from '../layout/lost-page.js';
import { useTitle } from '../layout/use-title.js';
import { type Measured, quantitiesOf, useMeasure } from '../parts/measure.js';
import { Quantity } from '../parts/quantity.js';
import { TaxNote } from '../parts/tax-note.js';
import { WithoutScript } from '../parts/without-script.js';
import { useT } from '../texts/index.js';
import type { Product, Variant } from '../types.js';
import { Availability } from './availability.js';
import { DeliveryOptions } from './delivery-options.js';
import { MoreLikeThis } from './more-like-this.js';
import { Pictures } from './pictures.js';
import { usePriceText } from './product-card.js';
import classes from './product-page.module.css';
import { useProduct } from './queries.js';
import { useAdd } from './use-add.js';
import { PlainVariants, VariantPicker } from './variant-picker.js';

/** Parts below the price, which load after the page. */
const BackInStock = lazy(async () => ({
  default: (await import('./back-in-stock.js')).BackInStock,
}));
const RecentlySeen = lazy(async () => ({
  default: (await import('./recently-seen.js')).RecentlySeen,
}));
const Reviews = lazy(async () => ({ default: (await import('./reviews.js')).Reviews }));
const StoreStock = lazy(async () => ({ default: (await import('./store-stock.js')).StoreStock }));

/** Preselects the first variant in stock. */
const firstOf = ({ variants, is_digital }: Product): Variant | undefined =>
  variants.find(({ available }) => is_digital || available > 0) ?? variants[0];

function Buy({ product, variant }: { product: Product; variant: Variant & Measured }): ReactNode {
  const t = useT();
  const add = useAdd(product.name);
  const { unit } = variant;
  const available = product.is_digital ? Number.POSITIVE_INFINITY : variant.available;
  const { first, max } = quantitiesOf(unit, available);
  const [quantity, setQuantity] = useState(first);
  const isGone = available === 0;
  const shown = Math.min(quantity, max);
  return (
    <>
      <CartForm action="add" onSend={() => add.mutate({ sku: variant.sku, quantity: shown })}>
        <Stack gap="md">
          <Availability available={variant.available} unit={unit} digital={product.is_digital} />
          <input type="hidden" name="sku" value={variant.sku} />
          <PlainVariants product={product} chosen={variant.sku} />
          <Group gap="sm">
            <Quantity
              label={t('product.quantity')}
              name="quantity"
              value={shown}
              unit={unit}
              available={available}
              disabled={isGone}
              onChange={setQuantity}
            />
            <Button
              type="submit"
              size="lg"
              style={{ flex: '1 1 240px' }}
              disabled={isGone}
              loading={add.isPending}
            >
              {isGone ? t('stock.none') : t('product.add')}
            </Button>
          </Group>
        </Stack>
      </CartForm>
      {isGone && (
        <div className="needs-script">
          <Suspense>
            <BackInStock sku={variant.sku} />
          </Suspense>
        </div>
      )}
      {isGone && <WithoutScript text={t('backIn.script')} />}
    </>
  );
}

/** What is in a bundle. */
function Contents({ parts }: { parts: NonNullable<Variant['parts']> }): ReactNode {
  const t = useT();
  return (
    <Stack gap={4}>
      <Text fw={600}>{t('product.contents')}</Text>
      <List size="sm">
        {parts.map(({ sku, name, quantity, unit }) => (
          <List.Item key={sku}>{[quantity, unit ?? '×', name].join(' ')}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

function Details({ product }: { product: Product }): ReactNode {
  const t = useT();
  const measure = useMeasure();
  const priceText = usePriceText();
  const [params] = useSearchParams();
  const linked = params.get('sku');
  const [sku, setSku] = useState(
    () => product.variants.find(item => item.sku === linked)?.sku ?? firstOf(product)?.sku,
  );
  const variant = product.variants.find(item => item.sku === sku);
  return (
    <div className={classes.columns}>
      <Pictures key={variant?.id} product={product} variant={variant} />
      <Stack gap="lg">
        <Stack gap="xs">
          {product.minimum_age !== null && (
            <Badge color="dark" variant="filled">
              {t('product.age.only', { age: product.minimum_age })}
            </Badge>
          )}
          <Title order={1} className={classes.name}>
            {product.name}
          </Title>
          <Text size="xl" fw={650} className="money">
            {variant === undefined ? priceText(product) : measure.price(variant)}
          </Text>
          {variant?.unit_price !== undefined && (
            <Text size="sm" className="money">
              {measure.price({ price: variant.unit_price.amount, unit: variant.unit_price.unit })}
            </Text>
          )}
          <TaxNote digital={product.is_digital} />
        </Stack>
        <FormattedText text={product.description} />
        {variant?.parts !== undefined && <Contents parts={variant.parts} />}
        {product.variants.length > 1 && (
          <VariantPicker product={product} value={sku ?? ''} onChange={setSku} />
        )}
        {variant !== undefined && <Buy key={variant.sku} product={product} variant={variant} />}
        <DeliveryOptions digital={product.is_digital} />
        {variant !== undefined && !product.is_digital && (
          <Suspense>
            <StoreStock slug={product.slug} variant={variant} />
          </Suspense>
        )}
      </Stack>
    </div>
  );
}

function Page({ product }: { product: Product }): ReactNode {
  const t = useT();
  const category = product.category;
  return (
    <Stack gap={48}>
      <Stack gap="md">
        <Breadcrumbs component="nav" aria-label={t('product.path')}>
          <Anchor component={Link} href="/" size="sm">
            {t('catalogue.all')}
          </Anchor>
          {category !== null && (
            <Anchor component={Link} href={`/?category=${category.slug}`} size="sm">
              {category.name}
            </Anchor>
          )}
          <Text size="sm">{product.name}</Text>
        </Breadcrumbs>
        <Details key={product.id} product={product} />
      </Stack>
      <Suspense>
        <Reviews product={product} />
      </Suspense>
      {category !== null && <MoreLikeThis category={category} product={product} />}
      <Suspense>
        <RecentlySeen slug={product.slug} />
      </Suspense>
    </Stack>
  );
}

export function ProductPage({ slug }: { slug: string }): ReactNode {
  const t = useT();
  const product = useProduct(slug);
  useTitle(product.data?.name);
  const isGone = product.error instanceof ApiError && product.error.status === 404;
  if (isGone || product.data === null) {
    return <LostPage title={t('product.unknown')} text={t('product.unknown.text')} />;
  }
  return <Show query={product}>{found => found && <Page product={found} />}</Show>;
}
