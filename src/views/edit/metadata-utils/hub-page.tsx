import { ChevronRight, Search, Tag, Theater } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/metadata-utils.json';
import { useLinkTo } from '../../app/actors-context.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { withTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { AppLink } from '../../ui/links.tsx';

const PLACES = [
  { id: 'tags', route: { name: 'configTags' }, Icon: Tag },
  { id: 'genres', route: { name: 'configGenres' }, Icon: Theater },
  { id: 'providers', route: { name: 'configProviders' }, Icon: Search },
] as const;

export const Page = withTexts(texts, Hub);

function Hub() {
  const t = useTranslations('metadataPages');
  const linkTo = useLinkTo();
  return (
    <SettingsFrame title={t('hub.title')} intro={t('hub.intro')}>
      <PageInset className="max-w-3xl pt-4 pb-8">
        <ul className="flex flex-col gap-2">
          {PLACES.map(({ id, route, Icon }) => (
            <li key={id}>
              <AppLink
                {...linkTo(route)}
                className="flex min-h-16 items-center gap-4 rounded-lg bg-surface-1 px-4 py-3 text-ink no-underline hover:bg-surface-2"
              >
                <Icon size={20} aria-hidden="true" className="shrink-0 text-ink-2" />
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="font-medium">{t(`${id}.title`)}</span>
                  <span className="text-sm text-ink-2">{t(`${id}.intro`)}</span>
                </span>
                <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-ink-3 rtl:-scale-x-100" />
              </AppLink>
            </li>
          ))}
        </ul>
      </PageInset>
    </SettingsFrame>
  );
}
