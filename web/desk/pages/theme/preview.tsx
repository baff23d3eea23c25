import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { CSSProperties, ReactNode } from 'react';
import { FONT_STACKS } from '../../../../src/domains/storefront/theme/fonts.js';
import { useApi } from '../../../shared/api/index.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { useT } from '../../texts/index.js';
import type { Texts, Theme } from './draft.js';

const STANDARD = { primary: '#1f6b58', background: '#fbfaf7', font: 'sans' } as const;

function usePicture(id: string | null): string | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['media', id],
    queryFn: () => answer(api.GET('/media/{id}/', { params: { path: { id: id ?? '' } } })),
    enabled: id !== null,
  });
  return id === null ? undefined : data?.url;
}

/** The top of the home page in these settings, as a drawing: the shop has more on it. */
export function Preview({ theme }: { theme: Theme }): ReactNode {
  const t = useT();
  const { language } = useI18n();
  const logo = usePicture(theme.logo_id);
  const picture = usePicture(theme.hero_picture_id);
  const { hero } = theme;
  const textIn = (texts: Texts): string => texts[language] || texts.en || texts.de;
  const style = {
    '--preview-primary': theme.primary_color ?? STANDARD.primary,
    '--preview-page': theme.background_color ?? STANDARD.background,
    fontFamily: FONT_STACKS[theme.font ?? STANDARD.font],
  } as CSSProperties;
  return (
    <section className="desk-theme" style={style} aria-label={t('theme.preview')}>
      <div className="desk-theme-bar">
        {logo === undefined ? (
          <strong>{theme.name ?? 'Tillhouse'}</strong>
        ) : (
          <img src={logo} alt={theme.name ?? 'Tillhouse'} />
        )}
      </div>
      <div className="desk-theme-hero">
        <div>
          <strong>{hero === null ? t('theme.preview.hero') : textIn(hero.title)}</strong>
          {hero !== null && <Text inherit>{textIn(hero.text)}</Text>}
          <span>{hero?.link ? textIn(hero.link_text) : t('theme.preview.button')}</span>
        </div>
        {hero !== null && picture !== undefined && <img src={picture} alt="" />}
      </div>
    </section>
  );
}
