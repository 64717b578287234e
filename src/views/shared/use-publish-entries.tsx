import { useSelector } from '@xstate/react';
import { Rss, Share2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { RssFeedInput } from '../../machines/app/modals/modal-inputs.protocol.ts';
import { trackCount, wholeBook, wholePodcast, type ShownItem } from '../../machines/kit/shown-item.logic.ts';
import { progressOf } from '../../machines/playback/progress/progress.selectors.ts';
import { selectIsAdmin } from '../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { entriesFrom, type MenuEntry } from '../ui/menu-button.tsx';

/** The RSS feed of an item with sound: administrators open and close it, others see an open one. */
export function useFeedEntries(): (input: RssFeedInput, hasSound: boolean) => readonly MenuEntry[] {
  const t = useTranslations('feeds');
  const modals = useActorRefOf('modals');
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  return (input, hasSound) => {
    if (input.feed === null && !(isAdmin && hasSound)) return [];
    const onSelect = () => modals.send({ type: 'modals.open', modal: 'rssFeed', input, tag: 'rssFeed' });
    return [{ kind: 'action', id: 'feed', label: t('title'), icon: <Rss size={16} />, onSelect }];
  };
}

export function usePublishEntries(item: ShownItem, title: string): readonly MenuEntry[] {
  const t = useTranslations('sharing');
  const modals = useActorRefOf('modals');
  const progress = useActorRefOf('progress');
  const isAdmin = useSelector(useActorRefOf('session'), selectIsAdmin);
  const feedEntries = useFeedEntries();
  const whole = item.mediaType === 'book' ? wholeBook(item) : wholePodcast(item);
  if (whole === null) return [];
  const episodes = whole.mediaType === 'podcast' ? whole.media.episodes.items : [];
  const hasSound = item.mediaType === 'book' ? trackCount(item) > 0 : episodes.length > 0;
  const share = () =>
    modals.send({
      type: 'modals.open',
      modal: 'shareLink',
      input: {
        title,
        mediaItemId: whole.media.id,
        share: whole.mediaItemShare ?? null,
        position: progressOf(item.id)(progress.getSnapshot())?.currentTime ?? 0,
      },
      tag: 'shareLink',
    });
  return entriesFrom([
    isAdmin &&
      item.mediaType === 'book' &&
      hasSound &&
      !item.isMissing && {
        kind: 'action',
        id: 'share',
        label: t('share'),
        icon: <Share2 size={16} />,
        onSelect: share,
      },
    ...feedEntries(
      {
        entityType: 'item',
        entityId: item.id,
        name: title,
        feed: whole.rssFeed ?? null,
        hasEpisodesWithoutPubDate: episodes.some(({ pubDate }) => !pubDate),
      },
      hasSound,
    ),
  ]);
}
