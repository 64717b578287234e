import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { outlineOf } from '../../machines/episodes/episode.logic.ts';
import { selectIsAdmin } from '../../machines/session/session.selectors.ts';
import type { PodcastItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { Button } from '../ui/button.tsx';

/** For administrators, where the podcast has a feed. */
export function FindEpisodesButton({ item }: { item: PodcastItemExpanded }) {
  const t = useTranslations('findEpisodes');
  const modals = useActorRefOf('modals');
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const feedUrl = item.media.metadata.feedUrl?.trim();
  if (!isAdmin || !feedUrl) return null;
  const open = () => {
    const have = item.media.episodes.items.map(({ guid, enclosure }) => ({
      guid: guid ?? null,
      url: enclosure?.url ?? null,
    }));
    const input = { podcast: outlineOf(item), feedUrl, have };
    modals.send({ type: 'modals.open', modal: 'findEpisodes', input, tag: 'findEpisodes' });
  };
  return (
    <Button size="lg" aria-haspopup="dialog" icon={<Search size={18} />} onClick={open}>
      {t('open')}
    </Button>
  );
}
