import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { selectSoundingTitle } from '../../machines/playback/player/now-playing.logic.ts';
import { findActor, useApp } from '../app/actors-context.tsx';

/** The playing item, the page, the client's name. */
export function PageTitle({ title }: { readonly title: string }) {
  const t = useTranslations('app');
  // Without an account there is none.
  const player = findActor(useApp(), 'player');
  const sounding = useSelector(player, selectSoundingTitle);
  const page = t('title', { page: title });
  if (!sounding) return <title>{page}</title>;
  return <title>{t('titlePlaying', { sounding, page: sounding === title ? t('name') : page })}</title>;
}

/** The document's title, and a level 1 heading for screen readers. */
export function PageHeading({ title }: { readonly title: string }) {
  return (
    <>
      <PageTitle title={title} />
      <h1 className="sr-only">{title}</h1>
    </>
  );
}
