export interface ValueRow {
  /** Unique: keys from the root, joined by `/`. */
  readonly path: string;
  readonly level: number;
  readonly key: string;
  /** The value, or its size: `{3}`, `[12]`. */
  readonly text: string;
  /** Null: nothing to fold. */
  readonly isFolded: boolean | null;
  readonly change: 'added' | 'removed' | 'changed' | null;
  readonly before: string | null;
}

interface Options {
  readonly root: string;
  /** Absent: no changes are marked. */
  readonly before?: unknown;
}

/** Objects with more members start folded, as does everything below this level; the first level never. */
const MOST_MEMBERS = 12;
const DEEPEST = 3;
const NOTHING = Symbol('nothing');

/** Rows of a JSON value's members, without its own. `toggled`: paths folded or opened by hand. */
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
