import { useFormat } from '../../../shared/i18n/format.js';
import { useStatusText } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { ListedImport } from './calls.js';

/** The name of the file, or what a bulk change does: "Prices +10 %, .99 (EUR)". */
export function useImportName(): (file: ListedImport) => string {
  const t = useT();
  const format = useFormat();
  const statusText = useStatusText();
  return ({ file_name: name, request }) => {
    // Files that came over the older routes have no name.
    if (request === null) return name || t('imports.noName');
    const { price, price_list: list, status } = request;
    if (price === null) return t('matching.name.status', { status: statusText(status ?? '') });
    const value = Number(price.value);
    const size = `${value < 0 ? '−' : '+'}${format.number(Math.abs(value), 3)}`;
    const ending = price.ending === 'none' ? [] : [t(`many.ending.${price.ending}`)];
    const change = [price.kind === 'percent' ? `${size} %` : size, ...ending].join(', ');
    return t('matching.name.price', { change, list: list ?? t('many.ownPrice') });
  };
}
