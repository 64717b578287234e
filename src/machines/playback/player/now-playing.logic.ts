import type { SnapshotFrom } from 'xstate';
import type { PlaybackSession } from '../../../schemas/api/playback-session.ts';
import type { PlayRequest } from './player.context.ts';
import type { playerMachine } from './player.machine.ts';

type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;

export interface NowPlaying {
  readonly libraryItemId: string;
  readonly episodeId: string | null;
  readonly title: string;
  readonly authors: readonly { readonly id: string; readonly name: string }[];
  readonly author: string;
  readonly podcast: string;
  /** In ms; null without a cover. */
  readonly coverUpdatedAt: number | null;
}

const shown = new WeakMap<PlayRequest | PlaybackSession, NowPlaying>();

/** Null when closed. The same object while unchanged. */
export function selectNowPlaying({ context }: PlayerSnapshot): NowPlaying | null {
  const request = context.next ?? context.request;
  if (!request) return null;
  const session = context.next ? null : (context.opened?.session ?? null);
  const key = session ?? request;
  const known = shown.get(key) ?? (session ? fromSession(session) : fromRequest(request));
  shown.set(key, known);
  return known;
}

function fromSession(session: PlaybackSession): NowPlaying {
  return {
    libraryItemId: session.libraryItemId,
    episodeId: session.episodeId,
    title: session.displayTitle ?? '',
    authors: session.mediaMetadata.authors ?? [],
    author: session.displayAuthor ?? '',
    podcast: session.episodeId === null ? '' : (session.mediaMetadata.title ?? ''),
    coverUpdatedAt: session.coverPath === null ? null : session.libraryItem.updatedAt,
  };
}

function fromRequest({ media, preview }: PlayRequest): NowPlaying {
  return {
    ...media,
    title: preview?.title ?? '',
    authors: [],
    author: preview?.author ?? '',
    podcast: preview?.podcast ?? '',
    coverUpdatedAt: preview?.coverUpdatedAt ?? null,
  };
}

/** Title of what plays; '' while nothing does. */
export const selectSoundingTitle = (state: PlayerSnapshot | undefined): string =>
  state?.context.wantsSound ? (selectNowPlaying(state)?.title ?? '') : '';
