import { useSelector } from '@xstate/react';
import {
  ChartColumn,
  CircleUser,
  Keyboard,
  LogOut,
  ScanSearch,
  ScrollText,
  Settings,
  SunMoon,
  Upload,
  UserCog,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../machines/kit/router/routes.ts';
import { HELP_KEY, INSPECTOR_KEY, KEYS_MENU } from '../../machines/kit/keys.logic.ts';
import { mainNavItems } from '../../machines/app/session/nav.logic.ts';
import {
  selectBackground,
  selectIsAdmin,
  selectMayUpload,
  selectUsername,
} from '../../machines/app/session/session.selectors.ts';
import { entriesFrom, MenuButton, type MenuEntry } from '../ui/menu-button.tsx';
import { useActorRefOf, useMenu } from './actors-context.tsx';
import { NavIcon, useNavItems } from './nav.tsx';

type Theme = 'system' | 'light' | 'dark';

export function AccountMenu() {
  const t = useTranslations('nav');
  const session = useActorRefOf('session');
  const username = useSelector(session, selectUsername);
  const menu = useMenu('account');
  const navEntries = useNavEntries();
  const accountEntries = useAccountEntries();
  const themeEntry = useThemeEntry();
  const toolEntries = useToolEntries();
  const entries: readonly MenuEntry[] = [
    ...navEntries,
    ...accountEntries,
    themeEntry,
    ...toolEntries,
    { kind: 'separator', id: 'end' },
    {
      kind: 'action',
      id: 'signOut',
      label: t('signOut'),
      icon: <LogOut size={18} className="rtl:-scale-x-100" />,
      onSelect: () => session.send({ type: 'session.signOut' }),
    },
  ];
  return (
    <MenuButton
      {...menu}
      label={t('accountOf', { name: username })}
      icon={<CircleUser size={20} />}
      text={username}
      iconOnPhone
      entries={entries}
      width={224}
    />
  );
}

/** The places that have no room in the bar of a narrow window. */
function useNavEntries(): readonly MenuEntry[] {
  const t = useTranslations('nav');
  const navItems = useNavItems();
  const main = mainNavItems(navItems);
  const others = navItems.filter((item) => !main.includes(item));
  return entriesFrom([
    ...others.map(({ name, route, count }): MenuEntry => ({
      kind: 'link',
      id: name,
      label: name === 'issues' ? t('issuesCount', { count: count ?? 0 }) : t(name),
      icon: <NavIcon name={name} size={18} />,
      to: hrefTo(route),
      shown: 'narrow',
    })),
    others.length > 0 && { kind: 'separator', id: 'nav-end', shown: 'narrow' },
  ]);
}

function useAccountEntries(): readonly MenuEntry[] {
  const t = useTranslations('nav');
  const session = useActorRefOf('session');
  const mayUpload = useSelector(session, selectMayUpload);
  const isAdmin = useSelector(session, selectIsAdmin);
  return entriesFrom([
    { kind: 'link', id: 'account', label: t('account'), icon: <UserCog size={18} />, to: hrefTo({ name: 'account' }) },
    {
      kind: 'link',
      id: 'yourStats',
      label: t('yourStats'),
      icon: <ChartColumn size={18} />,
      to: hrefTo({ name: 'configStats' }),
    },
    mayUpload && {
      kind: 'link',
      id: 'upload',
      label: t('upload'),
      icon: <Upload size={18} />,
      to: hrefTo({ name: 'upload' }),
      shown: 'narrow',
    },
    isAdmin && {
      kind: 'link',
      id: 'settings',
      label: t('settings'),
      icon: <Settings size={18} />,
      to: hrefTo({ name: 'config' }),
      shown: 'narrow',
    },
  ]);
}

function useThemeEntry(): MenuEntry {
  const t = useTranslations('nav');
  const preferences = useActorRefOf('preferences');
  const theme = useSelector(preferences, ({ context }) => context.theme);
  const options: readonly { value: Theme; label: string }[] = [
    { value: 'system', label: t('themeSystem') },
    { value: 'light', label: t('themeLight') },
    { value: 'dark', label: t('themeDark') },
  ];
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen) preferences.send({ type: 'preferences.set', change: { theme: chosen.value } });
  };
  return {
    kind: 'submenu',
    id: 'theme',
    label: t('theme'),
    icon: <SunMoon size={18} />,
    entries: [{ kind: 'choice', id: 'themes', label: t('theme'), value: theme, options, onChoose: choose }],
  };
}

function useToolEntries(): readonly MenuEntry[] {
  const t = useTranslations('nav');
  const menus = useActorRefOf('menus');
  const background = useSelector(useActorRefOf('session'), selectBackground);
  return entriesFrom([
    {
      kind: 'action',
      id: 'keys',
      label: t('keys'),
      icon: <Keyboard size={18} />,
      shortcut: HELP_KEY,
      onSelect: () => menus.send({ type: 'menus.open', id: KEYS_MENU }),
    },
    background && {
      kind: 'action',
      id: 'changelog',
      label: t('changelog'),
      icon: <ScrollText size={18} />,
      onSelect: () => background.send({ type: 'changelog.open' }),
    },
    background && {
      kind: 'action',
      id: 'inspector',
      label: t('inspector'),
      icon: <ScanSearch size={18} />,
      shortcut: `⇧${INSPECTOR_KEY}`,
      onSelect: () => background.send({ type: 'inspector.toggle' }),
    },
  ]);
}
