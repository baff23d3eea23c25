import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LANGUAGES, type Language, useI18n, useTexts } from '../i18n/index.js';

type Opening = { defaultOpened?: boolean };

/** `offered`: all languages unless given. */
export function LanguageSwitch({
  offered,
  defaultOpened,
}: { offered?: readonly Language[] } & Opening): ReactNode {
  const { language, setLanguage } = useI18n();
  const t = useTexts();
  return (
    <Menu position="bottom-end" withinPortal defaultOpened={defaultOpened}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('app.language')}>
          <IconLanguage size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(LANGUAGES)
          .filter(([code]) => offered?.includes(code as Language) ?? true)
          .map(([code, name]) => (
            <Menu.Item
              key={code}
              lang={code}
              fw={code === language ? 700 : 400}
              onClick={() => setLanguage(code as Language)}
            >
              {name}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function SchemeSwitch({ defaultOpened }: Opening): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const t = useTexts();
  const icons = { light: <IconSun />, dark: <IconMoon />, auto: <IconSunMoon /> };
  return (
    <Menu position="bottom-end" withinPortal defaultOpened={defaultOpened}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('app.scheme')} p={7}>
          {icons[colorScheme]}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(['light', 'dark', 'auto'] as const).map(scheme => (
          <Menu.Item
            key={scheme}
            fw={scheme === colorScheme ? 700 : 400}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`app.scheme.${scheme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
