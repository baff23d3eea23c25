import { Anchor, Badge, Breadcrumbs, Button, Group, Stack, Text, Title } from '@mantine/core';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Empty, Show } from '../../shared/components/states.js';
import { useTitle } from '../layout/use-title.js';
import { type Measured, quantitiesOf, useMeasure } from '../parts/measure.js';
import { Quantity } from '../parts/quantity.js';
import { useT } from '../texts/index.js';
import type { Product, Variant } from '../types.js';
import { Availability } from './availability.js';
import { BackInStock } from './back-in-stock.js';
import { DeliveryOptions } from './delivery-options.js';
import { MoreLikeThis } from './more-like-this.js';
import { Pictures } from './pictures.js';
import { usePriceText } from './product-card.js';
import classes from './product-page.module.css';
import { useProduct } from './queries.js';
import { Reviews } from './reviews.js';
import { StoreStock } from './store-stock.js';
import { useAdd } from './use-add.js';
import { VariantPicker } from './variant-picker.js';

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
    <Stack gap="md">
      <Availability available={variant.available} unit={unit} digital={product.is_digital} />
      <Group gap="sm" wrap="nowrap">
        <Quantity
          label={t('product.quantity')}
          value={shown}
          unit={unit}
          available={available}
          disabled={isGone}
          onChange={setQuantity}
        />
        <Button
          size="lg"
          style={{ flex: '1 1 200px' }}
          disabled={isGone}
          loading={add.isPending}
          onClick={() => add.mutate({ sku: variant.sku, quantity: shown })}
        >
          {isGone ? t('stock.none') : t('product.add')}
        </Button>
      </Group>
      {isGone && <BackInStock sku={variant.sku} />}
    </Stack>
  );
}

function Details({ product }: { product: Product }): ReactNode {
  const t = useT();
  const measure = useMeasure();
  const priceText = usePriceText();
  const [sku, setSku] = useState(() => firstOf(product)?.sku);
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
        </Stack>
        <Text>{product.description}</Text>
        {product.variants.length > 1 && (
          <VariantPicker product={product} value={sku ?? ''} onChange={setSku} />
        )}
        {variant !== undefined && <Buy key={variant.sku} product={product} variant={variant} />}
        <DeliveryOptions digital={product.is_digital} />
        {variant !== undefined && !product.is_digital && (
          <StoreStock slug={product.slug} variant={variant} />
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
      <Reviews product={product} />
      {category !== null && <MoreLikeThis category={category} except={product.id} />}
    </Stack>
  );
}

export function ProductPage({ slug }: { slug: string }): ReactNode {
  const t = useT();
  const product = useProduct(slug);
  useTitle(product.data?.name);
  if (product.error instanceof ApiError && product.error.status === 404) {
    return (
      <Empty
        title={t('product.unknown')}
        text={t('product.unknown.text')}
        action={
          <Button component={Link} href="/" variant="light">
            {t('catalogue.all')}
          </Button>
        }
      />
    );
  }
  return <Show query={product}>{found => <Page product={found} />}</Show>;
}
