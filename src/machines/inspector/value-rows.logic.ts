/** One line of a value shown as a tree. */
export interface ValueRow {
  /** Unique in the tree: keys from the root, joined by `/`. */
  readonly path: string;
  readonly level: number;
  readonly key: string;
  /** The value, or what it holds: `{3}`, `[12]`. */
  readonly text: string;
  /** Null: nothing to fold. */
  readonly isFolded: boolean | null;
  /** Compared with the value before. */
  readonly change: 'added' | 'removed' | 'changed' | null;
  /** Text of the value before, where it changed and both are plain. */
  readonly before: string | null;
}

interface Options {
  /** First part of all paths. */
  readonly root: string;
  /** The value as it was; absent: nothing is marked. */
  readonly before?: unknown;
}

/** Objects with more members are folded at first, and so is all below this level; the first level never is. */
const MOST_MEMBERS = 12;
const DEEPEST = 3;
const NOTHING = Symbol('nothing');

/**
 * The lines of a JSON value, without its own: each member, and below it its own members unless folded. `toggled` has
 * the paths of members that somebody folded or opened.
 */
export function rowsOf(value: unknown, toggled: readonly string[], { root, before = NOTHING }: Options): ValueRow[] {
  const rows = (now: unknown, then: unknown, path: string, level: number): ValueRow[] => {
    const [isKnown, members, old] = [then !== NOTHING, membersOf(now), new Map(membersOf(then))];
    const known = new Set(members.map(([key]) => key));
    const lost = [...old].filter(([key]) => !known.has(key));
    return [
      ...members.flatMap(([key, member]) => {
        const was = isKnown ? (old.has(key) ? old.get(key) : undefined) : NOTHING;
        const change = !isKnown ? null : !old.has(key) ? 'added' : isSame(member, was) ? null : 'changed';
        return rowOf(key, member, change === 'added' ? NOTHING : was, change, path, level);
      }),
      ...lost.flatMap(([key, member]) => rowOf(key, member, NOTHING, 'removed', path, level)),
    ];
  };
  const rowOf = (
    key: string,
    member: unknown,
    was: unknown,
    change: ValueRow['change'],
    above: string,
    level: number,
  ): ValueRow[] => {
    const path = `${above}/${key}`;
    const size = membersOf(member).length;
    const isFoldable = size > 0;
    const isFoldedFirst = change !== 'changed' && level > 0 && (size > MOST_MEMBERS || level >= DEEPEST);
    const isFolded = isFoldedFirst !== toggled.includes(path);
    const isPlain = !isFoldable && membersOf(was).length === 0;
    const row: ValueRow = {
      path,
      level,
      key,
      text: textOf(member),
      isFolded: isFoldable ? isFolded : null,
      change,
      before: change === 'changed' && isPlain && was !== NOTHING ? textOf(was) : null,
    };
    return isFoldable && !isFolded ? [row, ...rows(member, was, path, level + 1)] : [row];
  };
  return rows(value, before, root, 0);
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return `{${Object.keys(value).length}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  const [members, others] = [membersOf(one), membersOf(other)];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const byKey = new Map(others);
  return (
    members.length === others.length &&
    members.every(([key, member]) => byKey.has(key) && isSame(member, byKey.get(key)))
  );
}
