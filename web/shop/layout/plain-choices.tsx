import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { LANGUAGES, useI18n } from '../../shared/i18n/index.js';
import { PlainSelect } from '../parts/plain-select.js';
import { useMaybeShop } from '../session/store.js';
import { useT } from '../texts/index.js';

/** Store and language where scripts do not run. */
export function PlainChoices(): ReactNode {
  const t = useT();
  const { language } = useI18n();
  const shop = useMaybeShop();
  if (shop === undefined) return null;
  const { languages, code } = shop.store;
  return (
    <noscript>
      <form method="get" action="/app/shop/">
        <Group align="flex-end" gap="xs">
          {shop.stores.length > 1 && (
            <PlainSelect
              label={t('store.label')}
              name="store"
              chosen={code}
              data={shop.stores.map(store => ({ value: store.code, label: store.name }))}
            />
          )}
          {languages.length > 1 && (
            <PlainSelect
              label={t('app.language')}
              name="lang"
              chosen={language}
              data={languages.map(value => ({ value, label: LANGUAGES[value] }))}
            />
          )}
          <Button type="submit" variant="default">
            {t('shop.apply')}
          </Button>
        </Group>
      </form>
    </noscript>
  );
}
