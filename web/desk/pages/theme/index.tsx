import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Show } from '../../../shared/components/states.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { LabelledValue, Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Me } from '../../types.js';
import { shownTheme, type Theme } from './draft.js';
import { HomeForm } from './home-form.js';
import { LookForm } from './look-form.js';
import { Preview } from './preview.js';
import { CHAIN, useThemes } from './use-themes.js';

/** Look and home page of the shop, of one store or of all. */
export default function ThemePage(): ReactNode {
  const t = useT();
  const { store } = useDesk();
  const target = store?.id ?? CHAIN;
  return (
    <Page title={t('nav.theme')} text={t(store ? 'theme.text' : 'theme.text.chain')}>
      <Settings key={target} target={target} />
    </Page>
  );
}

/** As the service has it: admins, and managers without assigned stores. */
const worksEverywhere = ({ role, stores }: Me): boolean =>
  role === 'admin' || (role === 'manager' && stores.length === 0);

function Settings({ target }: { target: string }): ReactNode {
  const t = useT();
  const { may, me } = useDesk();
  const query = useThemes(target);
  const [edited, setEdited] = useState<'look' | 'home'>();
  const mayEdit = may('store.settings') && (target !== CHAIN || worksEverywhere(me));
  const close = (): void => setEdited(undefined);
  return (
    <Show query={query}>
      {({ own, chain }) => (
        <>
          <Panel
            title={t('theme.preview')}
            aside={
              mayEdit && (
                <Group gap="xs">
                  <Button variant="default" size="compact-sm" onClick={() => setEdited('look')}>
                    {t('theme.look.edit')}
                  </Button>
                  <Button variant="default" size="compact-sm" onClick={() => setEdited('home')}>
                    {t('theme.home.edit')}
                  </Button>
                </Group>
              )
            }
          >
            <Stack>
              <Preview theme={shownTheme(own, chain)} />
              <Text size="sm" c="dimmed">
                {t('theme.preview.text')}
              </Text>
            </Stack>
          </Panel>
          <Panel title={t('theme.settings')}>
            <Summary theme={shownTheme(own, chain)} own={own} />
          </Panel>
          {edited === 'look' && <LookForm {...{ target, own, chain }} onClose={close} />}
          {edited === 'home' && <HomeForm {...{ target, own, chain }} onClose={close} />}
        </>
      )}
    </Show>
  );
}

/** What counts, and where each setting comes from. */
function Summary({ theme, own }: { theme: Theme; own: Theme }): ReactNode {
  const t = useT();
  const { language } = useI18n();
  const from = (field: keyof Theme, value: string | undefined): string => {
    if (value === undefined) return t('theme.standard');
    return own[field] === null ? t('theme.ofChain', { value }) : value;
  };
  const sections = theme.sections?.map(({ kind, name, title }) =>
    [t(`theme.section.${kind}`), title[language] || title.en || title.de || name]
      .filter(Boolean)
      .join(' '),
  );
  const heroTitle = theme.hero?.title;
  return (
    <Stack gap={6}>
      <LabelledValue label={t('theme.name')} isText>
        {from('name', theme.name ?? undefined)}
      </LabelledValue>
      <LabelledValue label={t('theme.primary')} isText>
        {from('primary_color', theme.primary_color ?? undefined)}
      </LabelledValue>
      <LabelledValue label={t('theme.background')} isText>
        {from('background_color', theme.background_color ?? undefined)}
      </LabelledValue>
      <LabelledValue label={t('theme.font')} isText>
        {from('font', theme.font === null ? undefined : t(`theme.font.${theme.font}`))}
      </LabelledValue>
      <LabelledValue label={t('theme.hero')} isText>
        {from('hero', heroTitle && (heroTitle[language] || heroTitle.en || heroTitle.de))}
      </LabelledValue>
      <LabelledValue label={t('theme.sections')} isText>
        {from('sections', sections?.join(', ') || undefined)}
      </LabelledValue>
    </Stack>
  );
}
