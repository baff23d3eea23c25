import { Chip, Group, Input, NativeSelect } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useT } from '../texts/index.js';
import type { Product } from '../types.js';
import classes from './product-page.module.css';
import { swatchOf } from './swatch.js';

export function VariantPicker(props: {
  product: Product;
  value: string;
  onChange: (sku: string) => void;
}): ReactNode {
  const t = useT();
  const id = useId();
  const { product } = props;
  // A colour that all variants share is no choice.
  const swatches = new Set(product.variants.map(({ attributes }) => swatchOf(attributes)));
  return (
    <div className="needs-script">
      <Input.Label component="div" id={id} mb={8}>
        {t('product.variant')}
      </Input.Label>
      <Chip.Group value={props.value} onChange={value => props.onChange(String(value))}>
        <Group gap={8} role="radiogroup" aria-labelledby={id}>
          {product.variants.map(({ sku, name, available, attributes }) => {
            const isGone = !product.is_digital && available === 0;
            const swatch = swatches.size > 1 ? swatchOf(attributes) : undefined;
            return (
              <Chip key={sku} value={sku} size="md" radius="md" variant="outline">
                {swatch !== undefined && (
                  <span className={classes.swatch} style={{ background: swatch }} />
                )}
                {isGone ? t('product.variant.gone', { name }) : name}
              </Chip>
            );
          })}
        </Group>
      </Chip.Group>
    </div>
  );
}

/** The choice where scripts do not run; it wins over the variant that the page has chosen. */
export function PlainVariants({
  product,
  chosen,
}: {
  product: Product;
  chosen: string;
}): ReactNode {
  const t = useT();
  if (product.variants.length < 2) return null;
  return (
    <noscript>
      <NativeSelect
        label={t('product.variant')}
        name="variant"
        defaultValue={chosen}
        data={product.variants.map(({ sku, name }) => ({ value: sku, label: name }))}
      />
    </noscript>
  );
}
