import { useSelector } from '@xstate/react';
import { ChartColumn, CircleUser, LogOut, SunMoon, UserCog } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../machines/router/routes.ts';
import { mainPlaces } from '../../machines/session/places.selectors.ts';
import { selectUsername } from '../../machines/session/session.selectors.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuEntry } from '../ui/menu-items.ts';
import { useActorRefOf, useMenu } from './actors-context.tsx';
import { PlaceIcon, usePlaces } from './places.tsx';

type Theme = 'system' | 'light' | 'dark';

/**
 * Everything about the person: account, own statistics, appearance, signing out (BAR-011). In narrow windows
 * also the places that the bar at the foot has no room for.
 */
export function AccountMenu() {
  const t = useTranslations('nav');
  const auth = useActorRefOf('auth');
  const preferences = useActorRefOf('preferences');
  const username = useSelector(useActorRefOf('session'), selectUsername);
  const theme = useSelector(preferences, ({ context }) => context.theme);
  const menu = useMenu('account');
  const places = usePlaces();
  const main = mainPlaces(places);
  const others = places.filter((place) => !main.includes(place));
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
      icon: <PlaceIcon name={name} size={18} />,
      to: hrefTo(route),
      shown: 'narrow',
    })),
    ...(others.length > 0 ? [{ kind: 'separator', id: 'places-end', shown: 'narrow' } as const] : []),
    { kind: 'link', id: 'account', label: t('account'), icon: <UserCog size={18} />, to: hrefTo({ name: 'account' }) },
    { kind: 'link', id: 'yourStats', label: t('yourStats'), icon: <ChartColumn size={18} />, to: hrefTo({ name: 'configStats' }) },
    {
      kind: 'submenu',
      id: 'theme',
      label: t('theme'),
      icon: <SunMoon size={18} />,
      entries: [{
        kind: 'choice',
        id: 'themes',
        label: t('theme'),
        value: theme,
        options: themes,
        onChoose: (value) => {
          const chosen = themes.find((option) => option.value === value);
          if (chosen) preferences.send({ type: 'preferences.set', change: { theme: chosen.value } });
        },
      }],
    },
    { kind: 'separator', id: 'end' },
    { kind: 'action', id: 'signOut', label: t('signOut'), icon: <LogOut size={18} className="rtl:-scale-x-100" />, onSelect: () => auth.send({ type: 'auth.signOut' }) },
  ];
  return <MenuButton {...menu} label={t('accountOf', { name: username })} icon={<CircleUser size={20} />} text={username} iconOnPhone entries={entries} width={224} />;
}
