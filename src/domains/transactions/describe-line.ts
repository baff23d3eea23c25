import { describeGoods, type GoodsNames } from '../catalog/index.js';
import type { SaleLine } from './repository.js';
import type { LineBundle } from './ring-up/new-sale-repository.js';

type NamedLine = Pick<SaleLine, 'name' | 'product_name' | 'variant_name'>;

/** The names as sold. A node of the previous release writes lines with `name` only. */
export const namesOfLine = ({ name, product_name, variant_name }: NamedLine): GoodsNames =>
  product_name === '' ? { product_name: name, variant_name: '' } : { product_name, variant_name };

/** "Black Tee, Size L", by the names at the time of the sale. */
export const describeLine = (line: NamedLine): string => describeGoods(namesOfLine(line));

/** The bundle that the line was sold in. */
export const bundleOf = ({ bundle }: { bundle?: unknown }): LineBundle | null =>
  (bundle ?? null) as LineBundle | null;
