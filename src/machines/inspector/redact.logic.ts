export const KIND = '(kind)';
export const HIDDEN = '(hidden)';

export const SECRET_NAME = new RegExp(
  [
    'token|passw|passphrase|passcode|^pass$|^(?:pin|otp)$|secret|credential|cookie',
    'authori[sz]ation|auth-?header|bearer|jwt|(?:api|private)[-_ ]?key|e-?mail',
  ].join('|'),
  'i',
);
/** Members that name their neighbour: `{ field: 'password', value }`, `{ type: 'token.granted', … }`. */
export const LABELS: readonly string[] = ['field', 'name', 'key', 'header', 'type'];
export const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]{6,}(?:\.[\w-]*){0,2}/g, HIDDEN],
  [/\b(Bearer|Basic|Digest)\s+[^\s,;"']+/gi, `$1 ${HIDDEN}`],
  [/([?&#;][^=&#\s"']*(?:token|key|secret|pass|code|state|auth|sig)[^=&#\s"']*=)[^&#\s"']*/gi, `$1${HIDDEN}`],
  [
    /((?:passw\w*|passphrase|token|secret|api[-_]?key|authorization|cookie)["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|\S+)/gi,
    `$1${HIDDEN}`,
  ],
  [/\/\/[^/\s:@]+:[^/\s@]+@/g, `//${HIDDEN}@`],
  // Addresses of notification services (Apprise) carry tokens in their path.
  [/\b(?!(?:https?|wss?|blob|data|file):)([a-z][\w+.-]*:\/\/)[^\s"',]+/gi, `$1${HIDDEN}`],
  [/(\/public\/session\/)[\w-]+/g, `$1${HIDDEN}`],
  [/[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, HIDDEN],
];

/** Of a person and what they have and do, beside texts that are no words of code. */
const PERSONAL_NAME = new RegExp(
  [
    'title|author|narrator|series|genre|^tags?$|publisher|isbn|asin|description|^notes?$|username|user-?agent',
    'path|file|url|href|address|host|device|^(?:q|query|search|text|value)$',
    'time|date|progress|duration|location|(?:added|created|finished|started|updated)At$|last(?:Seen|Update)',
  ].join('|'),
  'i',
);
/** Types of events, names of states and routes, ids: all else may be a title or a search. */
const WORD_OF_CODE = /^(?:[a-z][\w.:-]*|[\da-f-]{8,}|\(.*\)|)$/;

/** Values of at least this length under a secret name are hidden in all texts. */
export const LEARNED_LENGTH = 6;
/** Limits of an output value: levels, members, characters. */
const DEPTH = 7;
const BREADTH = 100;
const LENGTH = 400;
/** Characters of a text that are searched. */
const SEARCHED_LENGTH = 4000;
/** Limits of the search for secrets: levels, members. */
const LEARNED_DEPTH = 5;
const LEARNED_BREADTH = 60;

/** Makes JSON without secrets of any value. A value once seen under a secret name is hidden everywhere. */
export interface Redactor {
  learn(value: unknown): void;
  text(value: string): string;
  json(value: unknown): unknown;
  /** As `json`, but marks `Map` and `Set` (`KIND`) for replay. */
  record(value: unknown): unknown;
}

/** `isAnonymous`: hides personal data, too. */
export function createRedactor({ isAnonymous = false } = {}): Redactor {
  const known = new Set<string>();
  const remember = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && value.length >= LEARNED_LENGTH && value.length <= SEARCHED_LENGTH)
      known.add(value);
    else for (const [, member] of depth > 0 ? membersOf(value) : []) remember(member, depth - 1);
  };
  const learn = (value: unknown, depth = LEARNED_DEPTH): void => {
    if (depth === 0) return;
    const members = membersOf(value).slice(0, LEARNED_BREADTH);
    const isLabelled = labelOf(value) !== null;
    for (const [key, member] of members) {
      const isSecret = SECRET_NAME.test(key) || (isLabelled && typeof member === 'string' && !LABELS.includes(key));
      if (isSecret) remember(member, 2);
      else learn(member, depth - 1);
    }
  };
  const text = (value: string): string => {
    let clean = value.slice(0, SEARCHED_LENGTH);
    for (const secret of known) if (clean.includes(secret)) clean = clean.replaceAll(secret, HIDDEN);
    if (value.length > SEARCHED_LENGTH) clean = clean.slice(0, LENGTH + 1);
    for (const [pattern, instead] of SECRET_TEXTS) clean = clean.replace(pattern, instead);
    if (isAnonymous && !WORD_OF_CODE.test(clean)) return HIDDEN;
    return clean.length > LENGTH ? `${clean.slice(0, LENGTH)}…` : clean;
  };
  const json = (value: unknown, depth: number, above: readonly object[], notifiesKinds = false): unknown => {
    if (typeof value === 'string') return text(value);
    if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
    if (typeof value !== 'object') return plainName(value);
    if (above.includes(value)) return '(circle)';
    const members = membersOf(value);
    const isCollection = value instanceof Map || value instanceof Set;
    const isList = Array.isArray(value) || (value instanceof Set && !notifiesKinds);
    const isPlain = isList || isRecord(value) || (isCollection && !notifiesKinds);
    const what = isPlain ? null : text(nameOf(value));
    if (what !== null && members.length === 0 && !isCollection) return what;
    if (depth === 0) return isList ? `(list of ${members.length})` : (what ?? '(object)');
    const below = [...above, value];
    const label = labelOf(value);
    const report = members.slice(0, BREADTH).map(([key, member], index, all) => {
      const isPairOfHeader =
        isList && all.length === 2 && index === 1 && typeof all[0]?.[1] === 'string' && SECRET_NAME.test(all[0][1]);
      const isSecret =
        isPairOfHeader ||
        (!isList && (SECRET_NAME.test(key) || (isAnonymous && PERSONAL_NAME.test(key)))) ||
        (label !== null && typeof member === 'string' && !LABELS.includes(key));
      const isOpen = member === null || member === undefined || typeof member === 'boolean';
      return [text(key), isSecret && !isOpen ? HIDDEN : json(member, depth - 1, below, notifiesKinds)] as const;
    });
    const rest = members.length - report.length;
    if (isList) return [...report.map(([, member]) => member), ...(rest > 0 ? [`(${rest} more)`] : [])];
    return {
      ...(what === null ? {} : { [KIND]: what }),
      ...Object.fromEntries(report),
      ...(rest > 0 ? { '…': `(${rest} more)` } : {}),
    };
  };
  return { learn, text, json: (value) => json(value, DEPTH, []), record: (value) => json(value, DEPTH, [], true) };
}

/** `password` of `{ field: 'password', value }`, whose neighbours are secret; else null. */
export function labelOf(value: unknown): string | null {
  if (!isRecord(value) || isEndpoint(value)) return null;
  for (const key of LABELS) {
    const label: unknown = value[key];
    // A title of several words is no name of a field.
    if (typeof label === 'string' && /^[\w.-]+$/.test(label) && SECRET_NAME.test(label)) return label;
  }
  return null;
}

/** Named after its request, as `emails.settings`; outside data has no functions. */
const isEndpoint = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value['path'] === 'function' && 'method' in value;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Runs no getters. */
function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.map((member, index) => [String(index), member] as const);
  if (value instanceof Set) return [...value].map((member, index) => [String(index), member] as const);
  if (value instanceof Map) return [...value].map(([key, member]) => [plainName(key), member] as const);
  if (value instanceof Error)
    return [
      ['message', value.message],
      ...membersOf({ ...value }),
      ...(value.cause ? [['cause', value.cause] as const] : []),
    ];
  if (isSnapshot(value)) return Object.entries({ status: value.status, value: value.value, context: value.context });
  if (isEntries(value)) return [...value.entries()].map(([key, member]) => [String(key), member] as const);
  if (!isRecord(value)) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([, { enumerable }]) => enumerable)
    .map(([key, property]) => [key, 'value' in property ? property.value : '(getter)'] as const);
}

function nameOf(value: object): string {
  if ('sessionId' in value && 'send' in value && 'id' in value) return `(actor ${String(value.id)})`;
  if ('getInitialSnapshot' in value) return 'id' in value ? `(machine ${String(value.id)})` : '(logic)';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof URL) return value.href;
  if (value instanceof Error) return value.name;
  return `(${value.constructor?.name || 'object'})`;
}

function plainName(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'undefined') return '(undefined)';
  if (typeof value === 'function') return '(function)';
  return typeof value === 'object' && value !== null ? nameOf(value) : String(value);
}

interface SnapshotLike {
  readonly status: unknown;
  readonly value: unknown;
  readonly context: unknown;
}

const isSnapshot = (value: object): value is SnapshotLike =>
  'machine' in value && 'context' in value && 'value' in value;

function isEntries(value: object): value is { entries(): Iterable<[unknown, unknown]> } {
  return ['Headers', 'URLSearchParams', 'FormData'].includes(value.constructor?.name) && 'entries' in value;
}
