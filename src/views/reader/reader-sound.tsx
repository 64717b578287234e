import { useSelector } from '@xstate/react';
import { BookOpenText, Headphones } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectSoundChapter, textOf } from '../../machines/reader/companion.selectors.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectCompanion } from '../../machines/reader/reader.selectors.ts';
import {
  selectChapters,
  selectIsShown,
  selectPlayhead,
  shownChapterIndex,
} from '../../machines/playback/player/player.selectors.ts';
import { selectNowPlaying } from '../../machines/playback/player/now-playing.logic.ts';
import { selectOtherPlayer } from '../../machines/app/tabs/other-player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { chunk } from '../ui/chunk.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const readingPlayer = chunk(async () => (await import('../playback/player/reading-player.tsx')).ReadingPlayer);

const otherPlayer = chunk(async () => (await import('../playback/player/reading-other-player.tsx')).ReadingOtherPlayer);

/** Of this tab or another one (pitfall 39). */
export function ReaderSound({ reader }: { reader: ReaderRef }) {
  const isShown = useSelector(useActorRefOf('player'), selectIsShown);
  const isOpenElsewhere = useSelector(useActorRefOf('otherPlayer'), (state) => selectOtherPlayer(state) !== null);
  if (!isShown) return isOpenElsewhere && <otherPlayer.View />;
  return <readingPlayer.View action={<FollowButton reader={reader} />} />;
}

/** Where the book has a chapter of that title. */
function FollowButton({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const player = useActorRefOf('player');
  const playing = useSelector(player, selectNowPlaying)?.libraryItemId ?? null;
  const chapters = useSelector(player, selectChapters);
  const index = useSelector(useSelector(player, selectPlayhead), shownChapterIndex(chapters));
  const companion = useSelector(reader, selectCompanion);
  const text = useSelector(companion, textOf(playing, chapters, index), isSameText);
  if (!text || !companion) return null;
  return (
    <IconButton
      label={t('along.follow', { title: text.title })}
      icon={<BookOpenText size={20} />}
      tipSide="top"
      onClick={() => companion.send({ type: 'companion.follow', target: text.target })}
    />
  );
}

type Text = ReturnType<ReturnType<typeof textOf>>;
const isSameText = (one: Text, other: Text) => one?.target === other?.target;

/** Where the item has sound with a chapter of that title. */
export function ListenButton({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const companion = useSelector(reader, selectCompanion);
  const chapter = useSelector(companion, selectSoundChapter);
  if (!chapter || !companion) return null;
  return (
    <IconButton
      label={t('along.listen', { title: chapter.title })}
      icon={<Headphones size={20} />}
      tipSide="bottom"
      onClick={() => companion.send({ type: 'companion.listen', time: chapter.start })}
    />
  );
}
