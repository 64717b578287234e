import type { MediaType } from '../../schemas/api/common.ts';
import type { LibraryProblem, LibraryValues } from './edit-library.logic.ts';

export type LibraryTab = 'details' | 'settings' | 'scanner' | 'schedule' | 'tools';

/** The tabs of the modal: the scanner is of books, the tools are of a library that is there (areas 5.2). */
export function libraryTabs(mediaType: MediaType, isNew: boolean): readonly LibraryTab[] {
  return [
    'details',
    'settings',
    ...(mediaType === 'book' ? (['scanner'] as const) : []),
    'schedule',
    ...(isNew ? [] : (['tools'] as const)),
  ];
}

const TAB_OF: Partial<Record<keyof LibraryValues, LibraryTab>> = {
  name: 'details',
  folders: 'details',
  folderText: 'details',
  finishedTime: 'settings',
  finishedPercent: 'settings',
  draft: 'schedule',
};

/** The first tab with a problem; null without one. */
export function tabOfProblems(problems: Partial<Record<keyof LibraryValues, LibraryProblem>>): LibraryTab | null {
  const fields = Object.keys(TAB_OF) as (keyof LibraryValues)[];
  const field = fields.find((one) => problems[one] !== undefined);
  return field ? (TAB_OF[field] ?? null) : null;
}
