import { Anchor, Chip, Group, Input, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import {
  isColour,
  picturesOfVariant,
} from '../../../src/domains/catalog/pictures/choose-pictures.js';
import { smallFile } from '../../shared/picture/files.js';
import { type Measured, useMeasure } from '../parts/measure.js';
import { PlainSelect } from '../parts/plain-select.js';
import { useT } from '../texts/index.js';
import type { Product, Variant } from '../types.js';
import { type OptionChoice, type OptionRow, optionRows } from './option-rows.js';
import classes from './product-page.module.css';
import { colourOf, swatchOf } from './swatch.js';

type Props = { product: Product; value: string; onChange: (sku: string) => void };

/** One row for each option, such as size and colour; else one list of all variants. */
export function VariantPicker(props: Props): ReactNode {
  const { product, value, onChange } = props;
  const chosen = product.variants.find(({ sku }) => sku === value);
  const rows = chosen && optionRows(product, chosen);
  if (rows === undefined) return <AllVariants {...props} />;
  return (
    <Stack className="needs-script" gap="md">
      {rows.map(row => (
        <Option key={row.name} row={row} product={product} onChange={onChange} />
      ))}
    </Stack>
  );
}

function Option(props: {
  row: OptionRow;
  product: Product;
  onChange: (sku: string) => void;
}): ReactNode {
  const { row, product, onChange } = props;
  const t = useT();
  const textOf = ({ value, state }: OptionChoice): string => {
    if (state === 'gone') return t('product.variant.gone', { name: value });
    return state === 'missing' ? t('product.variant.missing', { name: value }) : value;
  };
  const choose = (value: string): void => {
    const choice = row.choices.find(each => each.value === value);
    if (choice !== undefined) onChange(choice.variant.sku);
  };
  return (
    <Choices label={row.name} value={row.chosen} onChange={choose}>
      {row.choices.map(choice => (
        <Chip
          key={choice.value}
          value={choice.value}
          size="md"
          radius="md"
          variant="outline"
          classNames={choice.state === 'missing' ? { label: classes.missing } : undefined}
        >
          {isColour(row.name) && <Swatch product={product} choice={choice} />}
          {textOf(choice)}
        </Chip>
      ))}
    </Choices>
  );
}

/** The colour itself if it is known, else the picture of the variant. */
function Swatch({ product, choice }: { product: Product; choice: OptionChoice }): ReactNode {
  const colour = colourOf(choice.value);
  if (colour !== undefined) return <Dot colour={colour} />;
  const { pictures = [], variants } = product;
  const [picture] = picturesOfVariant(pictures, variants, choice.variant);
  if (picture === undefined) return null;
  return <img className={classes.swatch} src={smallFile(picture, PICTURE_PX)} alt="" />;
}

const PICTURE_PX = 48;

const Dot = ({ colour }: { colour: string }): ReactNode => (
  <span className={classes.swatch} style={{ background: colour }} />
);

/** For variants that have no common options. */
function AllVariants({ product, value, onChange }: Props): ReactNode {
  const t = useT();
  // A colour that all variants share is no choice.
  const swatches = new Set(product.variants.map(({ attributes }) => swatchOf(attributes)));
  const isGone = ({ available }: Variant): boolean => !product.is_digital && available === 0;
  return (
    <div className="needs-script">
      <Choices label={t('product.variant')} value={value} onChange={onChange}>
        {product.variants.map(variant => {
          const { sku, name, attributes } = variant;
          const swatch = swatches.size > 1 ? swatchOf(attributes) : undefined;
          return (
            <Chip key={sku} value={sku} size="md" radius="md" variant="outline">
              {swatch !== undefined && <Dot colour={swatch} />}
              {isGone(variant) ? t('product.variant.gone', { name }) : name}
            </Chip>
          );
        })}
      </Choices>
    </div>
  );
}

function Choices(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <div>
      <Input.Label component="div" id={id} mb={8}>
        {props.label}
      </Input.Label>
      <Chip.Group value={props.value} onChange={value => props.onChange(String(value))}>
        <Group gap={8} role="radiogroup" aria-labelledby={id}>
          {props.children}
        </Group>
      </Chip.Group>
    </div>
  );
}

/**
 * The choice where scripts do not run; it wins over the variant that the page has chosen. Links
 * open the page of another variant, with its price, pictures and stock.
 */
export function PlainVariants({
  product,
  chosen,
}: {
  product: Product;
  chosen: string;
}): ReactNode {
  const t = useT();
  const { price } = useMeasure();
  if (product.variants.length < 2) return null;
  const labelOf = (variant: Variant & Measured): string => {
    const name = `${variant.name} · ${price(variant)}`;
    const isGone = !product.is_digital && variant.available === 0;
    return isGone ? t('product.variant.gone', { name }) : name;
  };
  return (
    <noscript>
      <PlainSelect
        label={t('product.variant')}
        name="variant"
        chosen={chosen}
        data={product.variants.map(variant => ({ value: variant.sku, label: labelOf(variant) }))}
      />
      <Group component="nav" gap="sm" mt="xs" aria-label={t('product.variant.show')}>
        <Text size="sm">{t('product.variant.show')}</Text>
        {product.variants
          .filter(({ sku }) => sku !== chosen)
          .map(({ sku, name }) => (
            <Anchor key={sku} size="sm" href={`?sku=${encodeURIComponent(sku)}`}>
              {name}
            </Anchor>
          ))}
      </Group>
    </noscript>
  );
}
