export interface DraftHistory<Draft> {
  readonly past: readonly Draft[];
  readonly draft: Draft;
  readonly future: readonly Draft[];
  /** Consecutive edits of the same thing, as letters of a title, are one undo step. */
  readonly about: string | null;
}

export function historyOf<Draft>(draft: Draft): DraftHistory<Draft> {
  return { past: [], draft, future: [], about: null };
}

/**
 * Adds an undo step. An edit without effect, or back to the step's start, adds none.
 * @param isSame compares drafts as their fields show them
 */
export function withDraft<Draft>(
  history: DraftHistory<Draft>,
  draft: Draft,
  about: string | null,
  isSame: (one: Draft, other: Draft) => boolean = Object.is,
): DraftHistory<Draft> {
  if (isSame(history.draft, draft)) return history;
  const isNext = about !== null && about === history.about;
  const before = history.past.at(-1);
  if (isNext && before !== undefined && isSame(before, draft))
    return { past: history.past.slice(0, -1), draft: before, future: [], about: null };
  return { past: isNext ? history.past : [...history.past, history.draft], draft, future: [], about };
}

/** The next edit starts a new undo step. */
export function settled<Draft>(history: DraftHistory<Draft>): DraftHistory<Draft> {
  return history.about === null ? history : { ...history, about: null };
}

export function undone<Draft>(history: DraftHistory<Draft>): DraftHistory<Draft> {
  const { past, draft, future } = history;
  const before = past.at(-1);
  return before !== undefined
    ? { past: past.slice(0, -1), draft: before, future: [draft, ...future], about: null }
    : history;
}

export function redone<Draft>(history: DraftHistory<Draft>): DraftHistory<Draft> {
  const { past, draft, future } = history;
  const [after, ...rest] = future;
  return after !== undefined ? { past: [...past, draft], draft: after, future: rest, about: null } : history;
}
