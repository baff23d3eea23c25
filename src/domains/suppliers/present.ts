import { formatMoney, minor } from '../../platform/money.js';
import { shownQuantity } from '../../platform/quantity.js';
import { presentGoods } from '../catalog/index.js';
import type { Article } from './article-repository.js';
import type { Supplier } from './repository.js';

export const presentSupplier = (supplier: Supplier) => ({
  ...supplier,
  created_at: supplier.created_at.toISOString(),
  updated_at: supplier.updated_at.toISOString(),
});

type Cost = Pick<Article, 'cost' | 'cost_currency'>;

const costOf = ({ cost, cost_currency: currency }: Cost): string | null =>
  cost === null || currency === null ? null : formatMoney(minor(cost, currency), currency);

export const presentArticle = ({ supplier_id, ...article }: Article) => ({
  ...article,
  ...presentGoods(article),
  supplier: supplier_id,
  pack_size: shownQuantity(article.pack_size, article.unit),
  cost: costOf(article),
  created_at: article.created_at.toISOString(),
  updated_at: article.updated_at.toISOString(),
});
