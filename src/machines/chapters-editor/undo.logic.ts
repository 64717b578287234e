import { isSameList, type Draft } from './draft.logic.ts';

/** A draft with all that it was before, and what was taken back of it. */
export interface DraftHistory {
  readonly past: readonly Draft[];
  readonly draft: Draft;
  readonly future: readonly Draft[];
  /** What the last edit was about: another one of the same, like the next letter of a title, is one step with it. */
  readonly about: string | null;
}

export function historyOf(draft: Draft): DraftHistory {
  return { past: [], draft, future: [], about: null };
}

/** After an edit. One that changes nothing is no step. */
export function withDraft(history: DraftHistory, draft: Draft, about: string | null): DraftHistory {
  if (isSameDraft(history.draft, draft)) return history;
  const isNext = about !== null && about === history.about;
  return { past: isNext ? history.past : [...history.past, history.draft], draft, future: [], about };
}

/** The next edit is a step of its own. */
export function settled(history: DraftHistory): DraftHistory {
  return history.about === null ? history : { ...history, about: null };
}

export function undone(history: DraftHistory): DraftHistory {
  const { past, draft, future } = history;
  const before = past.at(-1);
  return before ? { past: past.slice(0, -1), draft: before, future: [draft, ...future], about: null } : history;
}

export function redone(history: DraftHistory): DraftHistory {
  const { past, draft, future } = history;
  const [after, ...rest] = future;
  return after ? { past: [...past, draft], draft: after, future: rest, about: null } : history;
}

/** As they stand in the fields: a space more is a change. */
function isSameDraft({ rows: one }: Draft, { rows: other }: Draft): boolean {
  return isSameList(one, other) && one.every(({ title }, index) => title === other[index]?.title);
}
