import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { by } from '../kit/by.ts';
import type { Chapter } from '../../schemas/api/audio-file.ts';
import type { LibraryItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import type { ContentsEntry, Place } from '../../services/reader/engine.ts';
import { getPorts } from '../kit/ports.ts';
import { getProgress, getUserId, named } from '../kit/system.ts';
import { playTarget } from '../playback/player/play-target.logic.ts';
import type { PlayerCommand } from '../playback/player/player.protocol.ts';
import type { ProgressCommand } from '../playback/progress/progress.protocol.ts';
import type { BookFile } from './formats.logic.ts';
import { pagedEngineOf } from './pages.logic.ts';
import { isNextPage, NO_PACE, pacesOf, pageShare, withPace, withPage, type Pace } from './pace.logic.ts';

const RETURN_MS = 15_000;

export interface CompanionInput {
  readonly item: LibraryItemExpanded;
  readonly file: BookFile;
  readonly contents: readonly ContentsEntry[];
  readonly place: Place | null;
}

export type CompanionEvent =
  /** Also the same page with another look. */
  | { type: 'companion.moved'; place: Place; isJump: boolean }
  /** `time` in seconds. */
  | { type: 'companion.listen'; time: number }
  | { type: 'companion.follow'; target: string }
  | { type: 'companion.back' }
  /** The last page of an unfinished book. */
  | { type: 'companion.ended' }
  | { type: 'companion.finish' }
  | { type: 'companion.dismiss' }
  | { type: 'companion.dismissReturn' };

export type CompanionParentEvent = { type: 'reader.go'; target: string } | { type: 'reader.goBack' };

type Moved = { readonly place: Place; readonly isJump: boolean };

interface CompanionContext {
  readonly item: LibraryItemExpanded;
  readonly file: BookFile;
  readonly contents: readonly ContentsEntry[];
  readonly chapters: readonly Chapter[];
  readonly place: Place | null;
  readonly since: number;
  readonly pace: Pace;
  /** Share 0..1 of the book. */
  readonly onePage: number | null;
  /** The open page was turned to. */
  readonly isRead: boolean;
}

/**
 * Runs beside the book: time left, its audio, and the question whether it is finished. Moves text or audio only by a
 * press, with a way back.
 */
export const companionMachine = setup({
  types: { input: {} as CompanionInput, context: {} as CompanionContext, events: {} as CompanionEvent },
  delays: { returnTime: RETURN_MS },
  guards: {
    isBeforeEnd: (_, { place }: Moved) => !place.atEnd,
  },
  actions: {
    /** The user read on to the last page of an unfinished book. Runs before the place is stored. */
    notifyEnd: enqueueActions(({ context, enqueue, system }, { place, isJump }: Moved) => {
      const { item, file, place: before, isRead } = context;
      const isTurn = !isJump && isRead && before !== null && isNextPage(before, place);
      const isFinished = getProgress(system, { libraryItemId: item.id, episodeId: null })?.isFinished ?? false;
      if (isTurn && place.atEnd && file.isMain && !isFinished) enqueue.raise({ type: 'companion.ended' });
    }),
    take: assign(({ context, system }, { place, isJump }: Moved) => {
      const { place: before, since, pace, file } = context;
      const now = getPorts(system).clock.now();
      if (!before || before.location === place.location) return { place };
      const counted = pagedEngineOf(file.format) ? null : pageShare(before, place);
      return {
        place,
        since: now,
        isRead: !isJump,
        pace: isJump ? pace : withPage(pace, before, place, now - since),
        onePage: counted ?? context.onePage,
      };
    }),
    store: ({ context: { item, file, pace }, system }) => {
      const { storage } = getPorts(system);
      const stored = pacesOf(getUserId(system));
      if (pace.ms > 0)
        storage.write(stored, withPace(storage.read(stored) ?? [], { itemId: item.id, ino: file.ino, ...pace }));
    },
    play: sendTo(named('player'), ({ context }, { time }: { time: number }): PlayerCommand => ({
      type: 'player.play',
      ...playTarget(context.item, null),
      startTime: time,
      isJump: true,
    })),
    go: sendParent((_, { target }: { target: string }): CompanionParentEvent => ({ type: 'reader.go', target })),
    goBack: sendParent({ type: 'reader.goBack' } satisfies CompanionParentEvent),
    finish: sendTo(named('progress'), ({ context: { item } }): ProgressCommand => ({
      type: 'progress.edit',
      media: { libraryItemId: item.id, episodeId: null },
      edit: { kind: 'finish' },
      title: item.media.metadata.title ?? '',
    })),
  },
}).createMachine({
  id: 'companion',
  context: ({ input, self }) => {
    const { item, file, contents, place } = input;
    const { storage, clock } = getPorts(self.system);
    const known = (storage.read(pacesOf(getUserId(self.system))) ?? []).find(
      ({ itemId, ino }) => itemId === item.id && ino === file.ino,
    );
    return {
      item,
      file,
      contents,
      chapters: item.mediaType === 'book' ? item.media.chapters.items : [],
      place,
      since: clock.now(),
      pace: known ?? NO_PACE,
      onePage: null,
      isRead: true,
    };
  },
  on: {
    'companion.listen': { actions: by('play') },
  },
  type: 'parallel',
  states: {
    pace: {
      on: {
        'companion.moved': {
          actions: [by('notifyEnd'), by('take'), 'store'],
        },
      },
    },
    ending: {
      initial: 'waiting',
      states: {
        waiting: { on: { 'companion.ended': 'offered' } },
        offered: {
          on: {
            'companion.moved': { guard: by('isBeforeEnd'), target: 'waiting' },
            'companion.finish': { target: 'answered', actions: 'finish' },
            'companion.dismiss': 'answered',
          },
        },
        answered: {},
      },
    },
    returning: {
      initial: 'resting',
      states: {
        resting: {},
        followed: {
          after: { returnTime: 'resting' },
          on: {
            'companion.back': { target: 'resting', actions: 'goBack' },
            'companion.dismissReturn': 'resting',
          },
        },
      },
      on: {
        'companion.follow': {
          target: '.followed',
          reenter: true,
          actions: by('go'),
        },
      },
    },
  },
});
