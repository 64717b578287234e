import { useSelector } from '@xstate/react';
import { ListMusic, Pencil, Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { entryToQueue, lengthOf } from '../../../machines/browse/media-lists/arrange.logic.ts';
import type { MediaListRef } from '../../../machines/browse/media-lists/media-list.machine.ts';
import { selectIsRemoving } from '../../../machines/browse/media-lists/media-list.selectors.ts';
import { isPlayable, type MediaList } from '../../../machines/browse/media-lists/media-list.logic.ts';
import { selectMayDelete, selectMayUpdate } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf, useMenu, usePageRef } from '../../app/actors-context.tsx';
import { formatDuration } from '../../format/amounts.ts';
import { useCoverParts } from '../../shared/entity-cards.tsx';
import { useDayText } from '../../shared/value-text.ts';
import { useCoverAspect } from '../../shared/use-library.ts';
import { useLeftWords, useRateOf } from '../../shared/use-progress.ts';
import { useFeedEntries } from '../../shared/use-publish-entries.tsx';
import { Button } from '../../ui/button.tsx';
import { CollectionCover, PlaylistCover } from '../../ui/group-covers.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { entriesFrom, MenuButton } from '../../ui/menu-button.tsx';
import { PlayIcon } from '../../ui/player-icons.tsx';
import { useShown } from './use-shown.ts';
import { rem } from '../../ui/rem.ts';

/** CSS pixels: a collection's cover is two covers wide. */
const WIDTH = { collection: 280, playlist: 180 } as const;

export function ListHead({ list }: { list: MediaList }) {
  const { name, description } = list;
  return (
    <header className="flex gap-6 max-sm:flex-col max-sm:gap-4">
      <ListCover list={list} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h1
          dir="auto"
          className="text-match text-3xl leading-tight font-semibold tracking-tight text-balance text-ink phone:text-2xl"
        >
          {name}
        </h1>
        <Facts list={list} />
        {description !== null && (
          <p dir="auto" className="max-w-prose text-match text-sm whitespace-pre-line text-ink-2">
            {description}
          </p>
        )}
        <Actions list={list} />
      </div>
    </header>
  );
}

function ListCover({ list: { kind, entries } }: { list: MediaList }) {
  const t = useTranslations('card');
  const aspect = useCoverAspect();
  const width = WIDTH[kind];
  const parts = useCoverParts(
    entries.slice(0, kind === 'collection' ? 2 : 4).map(({ item }) => item),
    width / 2,
  );
  return (
    <div className="max-w-full shrink-0" style={{ inlineSize: rem(width) }}>
      {kind === 'collection' ? (
        <CollectionCover
          books={parts}
          aspect={aspect}
          width={width}
          emptyLabel={t('emptyCollection')}
          invalidLabel={t('invalidCover')}
        />
      ) : (
        <PlaylistCover items={parts} width={width} invalidLabel={t('invalidCover')} />
      )}
    </div>
  );
}

/** '12 items · 45 h 3 min · 20 h left', at the speed of this device. */
function Facts({ list: { entries, unreadable } }: { list: MediaList }) {
  const t = useTranslations();
  const locale = useLocale();
  const words = useLeftWords();
  const rate = useRateOf(null);
  const progress = useActorRefOf('progress');
  const all = useSelector(progress, ({ context }) => lengthOf(entries, context.entries).all);
  const left = useSelector(progress, ({ context }) => {
    const length = lengthOf(entries, context.entries);
    if (length.all === 0 || length.left === length.all) return null;
    return words(length.left / rate, rate) ?? t('mediaLists.allHeard');
  });
  return (
    <p className="text-sm text-ink-2 tabular-nums">
      <Dotted>
        {t('mediaLists.items', { count: entries.length + unreadable })}
        {all > 0 && formatDuration(all, locale)}
        {left}
      </Dotted>
    </p>
  );
}

function Actions({ list }: { list: MediaList }) {
  const t = useTranslations('mediaLists');
  const page = usePageRef<MediaListRef>();
  const session = useActorRefOf('session');
  const player = useActorRefOf('player');
  const mayUpdate = useSelector(session, selectMayUpdate);
  const mayRemove = useSelector(session, selectMayDelete);
  const isRemoving = useSelector(page, selectIsRemoving);
  const shown = useShown(list);
  const isBegun = useSelector(useActorRefOf('progress'), ({ context }) => {
    const { all, left } = lengthOf(shown, context.entries);
    return left > 0 && left < all;
  });
  const dayText = useDayText();
  const isCollection = list.kind === 'collection';
  const playAll = () =>
    page.send({ type: 'mediaList.play', items: shown.flatMap((entry) => entryToQueue(entry, dayText) ?? []) });
  const hasSound = shown.some((entry) => entryToQueue(entry, dayText) !== null);
  return (
    <div className="flex flex-wrap items-center gap-2 pt-2">
      <Button
        variant="primary"
        size="lg"
        className="rounded-full!"
        icon={<PlayIcon isPlaying={false} size={20} />}
        disabledReason={hasSound ? null : t('nothingToPlay')}
        onPointerEnter={() => player.send({ type: 'player.prefetch' })}
        onClick={playAll}
      >
        {t(isBegun ? 'continueAll' : 'playAll')}
      </Button>
      {(mayUpdate || !isCollection) && (
        <Button
          size="lg"
          icon={<Pencil size={18} />}
          onClick={() => page.send({ type: 'mediaList.edit', mayRemove: mayRemove && !isRemoving })}
        >
          {t('edit')}
        </Button>
      )}
      <ListMenu list={list} />
    </div>
  );
}

function ListMenu({ list }: { list: MediaList }) {
  const t = useTranslations('mediaLists');
  const page = usePageRef<MediaListRef>();
  const mayRemove = useSelector(useActorRefOf('session'), selectMayDelete);
  const isRemoving = useSelector(page, selectIsRemoving);
  const menu = useMenu('media-list');
  const feedEntries = useFeedEntries();
  const isCollection = list.kind === 'collection';
  const entries = entriesFrom([
    isCollection && {
      kind: 'action',
      id: 'copy',
      label: t('makePlaylist'),
      icon: <ListMusic size={16} />,
      disabled: list.entries.length === 0,
      onSelect: () => page.send({ type: 'mediaList.copy' }),
    },
    ...(isCollection
      ? feedEntries(
          {
            entityType: 'collection',
            entityId: list.id,
            name: list.name,
            feed: list.feed,
            hasEpisodesWithoutPubDate: false,
          },
          list.entries.some(isPlayable),
        )
      : []),
    mayRemove && {
      kind: 'action',
      id: 'remove',
      label: t('remove'),
      icon: <Trash2 size={16} />,
      tone: 'danger',
      disabled: isRemoving,
      onSelect: () => page.send({ type: 'mediaList.delete' }),
    },
  ]);
  return entries.length > 0 && <MenuButton {...menu} size="lg" label={t('more')} entries={entries} />;
}
