import { ActionIcon, Group } from '@mantine/core';
import { IconLanguage, IconSunMoon } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { type Language, useI18n } from '../../shared/i18n/index.js';
import { useMaybeShop } from '../session/store.js';
import { useT } from '../texts/index.js';

type MenuProps = { offered?: readonly Language[]; defaultOpened?: boolean };

/** A button whose menu loads when somebody presses it. */
function LaterMenu(props: {
  label: string;
  icon: ReactNode;
  load: () => Promise<ComponentType<MenuProps>>;
  offered?: readonly Language[];
}): ReactNode {
  const { label, icon, load, offered } = props;
  const [Menu, setMenu] = useState<ComponentType<MenuProps>>();
  if (Menu !== undefined) return <Menu offered={offered} defaultOpened />;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => void load().then(loaded => setMenu(() => loaded))}
    >
      {icon}
    </ActionIcon>
  );
}

const menus = () => import('../../shared/components/preferences.js');
const languageMenu = async () => (await menus()).LanguageSwitch;
const schemeMenu = async () => (await menus()).SchemeSwitch;

/** The languages of the store; a reader of another one gets the first of them. */
export function Preferences(): ReactNode {
  const t = useT();
  const offered = useMaybeShop()?.store.languages;
  const { language, setLanguage } = useI18n();
  const [first] = offered ?? [];
  useEffect(() => {
    if (first !== undefined && !offered?.includes(language)) setLanguage(first);
  }, [offered, first, language, setLanguage]);
  return (
    <Group gap={4} className="needs-script">
      {(offered === undefined || offered.length > 1) && (
        <LaterMenu
          label={t('app.language')}
          icon={<IconLanguage size={20} />}
          load={languageMenu}
          offered={offered}
        />
      )}
      <LaterMenu label={t('app.scheme')} icon={<IconSunMoon size={20} />} load={schemeMenu} />
    </Group>
  );
}
