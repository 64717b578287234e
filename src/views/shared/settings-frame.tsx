import { useSelector } from '@xstate/react';
import { ChevronLeft, List, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/en-us/settings.json';
import { areaOf, settingsAreas } from '../../machines/admin/settings/areas.logic.ts';
import { hrefTo, type Route } from '../../machines/kit/router/routes.ts';
import { SEARCH_KEY } from '../../machines/kit/keys.logic.ts';
import { selectRoute, selectSetting, selectUser } from '../../machines/app/session/session.selectors.ts';
import { useActorRefOf, useLinkTo, useMenu } from '../app/actors-context.tsx';
import { VersionFoot } from './version-foot.tsx';
import { useCurrentLibrary } from './use-library.ts';
import { PageTitle } from '../texts/page-title.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { useSheet } from '../texts/use-sheet.ts';
import { AppLink } from '../ui/links.tsx';
import { useFocusNamed } from '../ui/focus-named.ts';
import { Heading } from '../ui/heading.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { KeyHint } from '../ui/tooltip-layer.tsx';

interface SettingsFrameProps {
  title: string;
  intro?: string;
  actions?: ReactNode;
  back?: { readonly to: Route; readonly label: string };
  children: ReactNode;
}

/** A settings page: heading and content, with the areas of the account beside it, in narrow windows in a menu. */
export function SettingsFrame(props: SettingsFrameProps) {
  return (
    <WithTexts texts={texts}>
      <Frame {...props} />
    </WithTexts>
  );
}

function Frame({ title, intro, actions, back, children }: SettingsFrameProps) {
  const linkTo = useLinkTo();
  const place = useFocusNamed<HTMLDivElement>(useSelector(useActorRefOf('session'), selectSetting));
  return (
    <div ref={place} className="mx-auto flex max-w-[86rem] gap-10 px-(--page-inset) pt-4">
      <PageTitle title={title} />
      <AreaList />
      <div className="flex min-w-0 flex-1 flex-col [--page-inset:0rem]">
        {back && (
          <AppLink
            {...linkTo(back.to)}
            className="flex min-h-8 items-center gap-1 self-start rounded-sm text-sm text-ink-2 no-underline hover:text-ink touch:min-h-11"
          >
            <ChevronLeft size={16} aria-hidden="true" className="rtl:-scale-x-100" />
            <bdi>{back.label}</bdi>
          </AppLink>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Heading level={1} className="min-w-40 flex-1">
            {title}
          </Heading>
          <div className="ms-auto flex items-center gap-2 empty:hidden">
            <Find isNarrow />
            <AreaMenu />
          </div>
          {actions !== undefined && <div className="phone:basis-full">{actions}</div>}
        </div>
        {intro !== undefined && <p className="text-sm text-ink-2 phone:mt-1.5">{intro}</p>}
        {children}
      </div>
    </div>
  );
}

function useAreas() {
  const t = useTranslations('pages');
  const session = useActorRefOf('session');
  const user = useSelector(session, selectUser);
  const open = areaOf(useSelector(session, selectRoute).name);
  const library = useCurrentLibrary();
  if (!user) return [];
  return settingsAreas(user, library).map(({ name, route }) => ({
    name,
    route,
    label: t(name),
    isOpen: name === open,
  }));
}

function AreaList() {
  const t = useTranslations('settings');
  const linkTo = useLinkTo();
  const areas = useAreas();
  if (areas.length < 2) return null;
  return (
    <nav aria-label={t('areas')} className="sticky top-4 w-44 shrink-0 self-start narrow:hidden">
      <Find />
      <ul className="flex flex-col gap-0.5">
        {areas.map(({ name, route, label, isOpen }) => (
          <li key={name}>
            <AppLink
              {...linkTo(route)}
              aria-current={isOpen ? 'page' : undefined}
              className="flex min-h-9 items-center rounded-md px-3 py-1.5 text-sm font-medium text-ink-2 no-underline hover:bg-surface-2 hover:text-ink touch:min-h-11 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text forced-colors:aria-[current=page]:border"
            >
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-2 border-t border-line px-2 pt-3 text-xs text-ink-2">
        <VersionFoot />
      </div>
    </nav>
  );
}

function Find({ isNarrow = false }: { isNarrow?: boolean }) {
  const t = useTranslations('settings');
  const session = useActorRefOf('session');
  const areas = useAreas();
  const find = () => session.send({ type: 'settings.findRequested' });
  if (areas.length < 2) return null;
  if (isNarrow)
    return (
      <span className="hidden narrow:block">
        <IconButton label={t('find')} icon={<Search size={18} />} onClick={find} />
      </span>
    );
  return (
    <button
      type="button"
      aria-keyshortcuts={SEARCH_KEY}
      onClick={find}
      className="mb-2 flex min-h-10 w-full items-center gap-2 rounded-md border border-line bg-surface-1 px-2.5 text-start text-sm text-ink-2 hover:border-line-strong hover:text-ink touch:min-h-11"
    >
      <Search size={16} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1 py-1.5">{t('find')}</span>
      <KeyHint aria-hidden="true" className="rounded-sm border border-line px-1.5">
        {SEARCH_KEY}
      </KeyHint>
    </button>
  );
}

function AreaMenu() {
  const t = useTranslations('settings');
  const menu = useMenu('settings-areas');
  const areas = useAreas();
  const sheet = useSheet(t('areas'));
  if (areas.length < 2) return null;
  return (
    <div className="hidden narrow:block">
      <MenuButton
        {...menu}
        label={t('areas')}
        sheet={sheet}
        icon={<List size={18} />}
        align="end"
        entries={areas.map(({ name, route, label, isOpen }) => ({
          kind: 'link',
          id: name,
          label,
          to: hrefTo(route),
          current: isOpen,
        }))}
      />
    </div>
  );
}
