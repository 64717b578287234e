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
import { hrefTo } from '../../machines/router/routes.ts';
import { HELP_KEY, INSPECTOR_KEY, KEYS_MENU } from '../../machines/session/keys.logic.ts';
import { mainNavItems } from '../../machines/session/nav.logic.ts';
import {
  selectBackground,
  selectIsAdmin,
  selectMayUpload,
  selectUsername,
} from '../../machines/session/session.selectors.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';
import { useActorRefOf, useMenu } from './actors-context.tsx';
import { NavIcon, useNavItems } from './nav.tsx';

type Theme = 'system' | 'light' | 'dark';

export function AccountMenu() {
  const t = useTranslations('nav');
  const menus = useActorRefOf('menus');
  const preferences = useActorRefOf('preferences');
  const session = useActorRefOf('session');
  const username = useSelector(session, selectUsername);
  const mayUpload = useSelector(session, selectMayUpload);
  const isAdmin = useSelector(session, selectIsAdmin);
  const background = useSelector(session, selectBackground);
  const theme = useSelector(preferences, ({ context }) => context.theme);
  const menu = useMenu('account');
  const navItems = useNavItems();
  const main = mainNavItems(navItems);
  const others = navItems.filter((item) => !main.includes(item));
  const themes: readonly { value: Theme; label: string }[] = [
    { value: 'system', label: t('themeSystem') },
    { value: 'light', label: t('themeLight') },
    { value: 'dark', label: t('themeDark') },
  ];
  const entries: readonly MenuEntry[] = [
    ...others.map(({ name, route, count }): MenuEntry => ({
      kind: 'link',
      id: name,
      label: name === 'issues' ? t('issuesCount', { count: count ?? 0 }) : t(name),
      icon: <NavIcon name={name} size={18} />,
      to: hrefTo(route),
      shown: 'narrow',
    })),
    ...(others.length > 0 ? [{ kind: 'separator', id: 'nav-end', shown: 'narrow' } as const] : []),
    { kind: 'link', id: 'account', label: t('account'), icon: <UserCog size={18} />, to: hrefTo({ name: 'account' }) },
    {
      kind: 'link',
      id: 'yourStats',
      label: t('yourStats'),
      icon: <ChartColumn size={18} />,
      to: hrefTo({ name: 'configStats' }),
    },
    ...(mayUpload
      ? [
          {
            kind: 'link' as const,
            id: 'upload',
            label: t('upload'),
            icon: <Upload size={18} />,
            to: hrefTo({ name: 'upload' }),
            shown: 'narrow' as const,
          },
        ]
      : []),
    ...(isAdmin
      ? [
          {
            kind: 'link' as const,
            id: 'settings',
            label: t('settings'),
            icon: <Settings size={18} />,
            to: hrefTo({ name: 'config' }),
            shown: 'narrow' as const,
          },
        ]
      : []),
    {
      kind: 'submenu',
      id: 'theme',
      label: t('theme'),
      icon: <SunMoon size={18} />,
      entries: [
        {
          kind: 'choice',
          id: 'themes',
          label: t('theme'),
          value: theme,
          options: themes,
          onChoose: (value) => {
            const chosen = themes.find((option) => option.value === value);
            if (chosen) preferences.send({ type: 'preferences.set', change: { theme: chosen.value } });
          },
        },
      ],
    },
    {
      kind: 'action',
      id: 'keys',
      label: t('keys'),
      icon: <Keyboard size={18} />,
      shortcut: HELP_KEY,
      onSelect: () => menus.send({ type: 'menus.open', id: KEYS_MENU }),
    },
    ...(background
      ? [
          {
            kind: 'action' as const,
            id: 'changelog',
            label: t('changelog'),
            icon: <ScrollText size={18} />,
            onSelect: () => background.send({ type: 'changelog.open' }),
          },
          {
            kind: 'action' as const,
            id: 'inspector',
            label: t('inspector'),
            icon: <ScanSearch size={18} />,
            shortcut: `⇧${INSPECTOR_KEY}`,
            onSelect: () => background.send({ type: 'inspector.toggle' }),
          },
        ]
      : []),
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
