import { formatFilter } from '../../../services/filter-value.ts';
import type { Route } from '../../kit/router/routes.ts';
import type { MediaProgress } from '../../../schemas/api/progress.ts';
import type { ConfirmInput } from '../../app/modals/confirm.machine.ts';

/** A position that an accidental press would lose. */
export function isUnderWay(progress: MediaProgress | null): boolean {
  return progress !== null && !progress.isFinished && (progress.currentTime > 0 || (progress.ebookProgress ?? 0) > 0);
}

export function playQuestion(title: string, lost: number): ConfirmInput {
  return {
    message: { key: 'item.confirmPlay', values: { title, place: { seconds: lost } } },
    type: 'yesNo',
    confirmLabel: { key: 'common.play' },
    tone: 'primary',
  };
}

/** `episodeId` null: the book. */
export function filteredShelf(
  libraryId: string,
  group: 'genres' | 'tags' | 'narrators' | 'publishers' | 'languages',
  value: string,
): Route {
  return { name: 'bookshelf', libraryId, filter: formatFilter({ group, value }) };
}
