import { useTranslations } from 'use-intl';
import type { PodcastOutline } from '../../machines/episodes/episode.logic.ts';
import { Cover } from '../ui/cover.tsx';
import { usePictures } from './use-pictures.ts';

export function PodcastCover({ podcast, width }: { podcast: PodcastOutline; width: number }) {
  const t = useTranslations('card');
  const { coverOf } = usePictures();
  const { id, updatedAt, coverPath, title, author } = podcast;
  return (
    <Cover
      {...coverOf({ id, updatedAt, media: { coverPath } }, width)}
      aspect="square"
      width={width}
      title={title}
      author={author}
      invalidLabel={t('invalidCover')}
    />
  );
}
