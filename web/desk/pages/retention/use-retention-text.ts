import { useI18n } from '../../../shared/i18n/index.js';
import { type Key, useT } from '../../texts/index.js';
import type { Retention } from '../../types.js';

/** Names of what is kept; a kind of a newer service is shown as the service names it. */
export function useRetentionText() {
  const t = useT();
  const { catalogue } = useI18n();
  const textOf = (key: string, otherwise: string): string =>
    key in catalogue ? t(key as Key) : otherwise;
  return {
    nameOf: ({ kind }: Pick<Retention, 'kind'>): string => textOf(`retention.${kind}`, kind),
    aboutOf: ({ kind }: Pick<Retention, 'kind'>): string => textOf(`retention.${kind}.text`, ''),
    keptOf: (days: number | null): string =>
      days === null ? t('retention.forever') : t('retention.days', { count: days }),
  };
}
