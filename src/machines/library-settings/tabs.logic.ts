import type { MediaType } from '../../schemas/api/common.ts';
import type { LibraryProblem, LibraryValues } from './edit-library.logic.ts';

export type LibraryTab = 'details' | 'settings' | 'scanner' | 'schedule' | 'tools';

/** Books have a scanner tab, saved libraries have tools. */
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

export function tabOfProblems(problems: Partial<Record<keyof LibraryValues, LibraryProblem>>): LibraryTab | null {
  const fields = Object.keys(TAB_OF) as (keyof LibraryValues)[];
  const field = fields.find((one) => problems[one] !== undefined);
  return field ? (TAB_OF[field] ?? null) : null;
}
