import { AppException, type AppError } from '../../../schemas/app-error.ts';
import { isRecord, LABELS, labelOf, LEARNED_LENGTH, SECRET_NAME, SECRET_TEXTS } from '../redact.logic.ts';

/** Values without a JSON form: `{ $: 'date', … }`. */
const KIND = '$';
/** The same placeholder for the same secret, so that comparisons hold. */
const STAND_IN = /\(hidden-\d+\)/;

/** The session id in this address gives access to its sound. */
const OPEN_TO_ALL = /\/public\/session\/([\w-]+)/;

export type NameOfThing = (value: unknown) => string | null;

export interface TapeWriter {
  /** Call for all values before the first `write`. */
  learn(value: unknown): void;
  write(value: unknown): unknown;
}

export function createTapeWriter(nameOfThing: NameOfThing): TapeWriter {
  const standIns = new Map<string, string>();
  const standInFor = (secret: string): string => {
    if (STAND_IN.test(secret) || secret === '') return secret;
    const known = standIns.get(secret) ?? `(hidden-${standIns.size + 1})`;
    standIns.set(secret, known);
    return known;
  };
  const learn = (value: unknown, isSecret: boolean, above: readonly object[]): void => {
    if (typeof value === 'string') {
      if (isSecret && value.length >= LEARNED_LENGTH) standInFor(value);
      const session = OPEN_TO_ALL.exec(value)?.[1];
      if (session !== undefined) standInFor(session);
    } else if (typeof value === 'object' && value !== null && nameOfThing(value) === null && !above.includes(value)) {
      const label = labelOf(value);
      for (const [key, member] of membersOf(value))
        learn(member, isSecret || isSecretMember(key, member, label), [...above, value]);
    }
  };
  const text = (value: string): string => {
    let clean = value;
    for (const [secret, standIn] of standIns)
      if (secret.length >= LEARNED_LENGTH && clean.includes(secret)) clean = clean.replaceAll(secret, standIn);
    for (const [pattern, instead] of SECRET_TEXTS)
      clean = clean.replace(pattern, (found: string, ...groups: unknown[]) =>
        STAND_IN.test(found) ? found : instead.replaceAll(/\$(\d)/g, (_, digit) => String(groups[Number(digit) - 1])),
      );
    return clean;
  };
  const write = (value: unknown, isSecret: boolean, above: readonly object[]): unknown => {
    const thing = nameOfThing(value);
    if (thing !== null) return { [KIND]: 'thing', name: thing };
    switch (typeof value) {
      case 'string':
        return isSecret ? standInFor(value) : text(value);
      case 'number':
        if (isSecret) return 0;
        return Number.isFinite(value) ? value : { [KIND]: 'number', value: String(value) };
      case 'boolean':
        return value;
      case 'object':
        break;
      default:
        return { [KIND]: typeof value };
    }
    if (value === null) return null;
    if (above.includes(value)) return { [KIND]: 'circle' };
    const below = [...above, value];
    if (Array.isArray(value)) return value.map((member) => write(member, isSecret, below));
    if (value instanceof Set)
      return { [KIND]: 'set', members: [...value].map((member) => write(member, isSecret, below)) };
    if (value instanceof Map)
      return {
        [KIND]: 'map',
        members: [...value].map(([key, member]) => [
          write(key, false, below),
          write(member, isSecret || isSecretMember(String(key), member, null), below),
        ]),
      };
    if (value instanceof Date) return { [KIND]: 'date', at: value.getTime() };
    if (value instanceof AppException) return { [KIND]: 'failure', error: write(value.error, false, below) };
    if (value instanceof Error) return { [KIND]: 'error', name: value.name, message: text(value.message) };
    if (!isRecord(value)) return { [KIND]: 'other', name: value.constructor?.name ?? 'object' };
    const label = labelOf(value);
    return Object.fromEntries(
      membersOf(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => [text(key), write(member, isSecret || isSecretMember(key, member, label), below)]),
    );
  };
  return { learn: (value) => learn(value, false, []), write: (value) => write(value, false, []) };
}

function isSecretMember(key: string, member: unknown, label: string | null): boolean {
  return SECRET_NAME.test(key) || (label !== null && typeof member === 'string' && !LABELS.includes(key));
}

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((member, index) => [String(index), member]);
  if (value instanceof Set) return [...value].map((member, index) => [String(index), member]);
  if (value instanceof Map) return [...value].map(([key, member]) => [String(key), member]);
  if (value instanceof AppException) return [['error', value.error]];
  if (!isRecord(value)) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([key, { enumerable, value: member }]) =>
    enumerable ? [[key, member] as const] : [],
  );
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function readTapeValue(value: unknown, thing: (name: string) => unknown): unknown {
  const read = (written: unknown): unknown => {
    if (Array.isArray(written)) return written.map(read);
    if (!isRecord(written)) return written;
    switch (written[KIND]) {
      case 'thing':
        return thing(String(written['name']));
      case 'undefined':
        return undefined;
      case 'number':
        return Number(written['value']);
      case 'function':
        return () => undefined;
      case 'set':
        return new Set(listIn(written['members']).map(read));
      case 'map':
        return new Map(
          listIn(written['members'])
            .map(listIn)
            .map(([key, member]) => [read(key), read(member)]),
        );
      case 'date':
        return new Date(Number(written['at']));
      case 'failure':
        return new AppException(read(written['error']) as AppError);
      case 'error':
        return Object.assign(new Error(String(written['message'])), { name: String(written['name']) });
      case 'other':
        return written['name'] === 'Blob' || written['name'] === 'File' ? new Blob() : {};
      default:
        return Object.fromEntries(Object.entries(written).map(([key, member]) => [key, read(member)]));
    }
  };
  return read(value);
}

/** Whether a value contains a function or an element, which a tape can't restore. */
export function isBeyondTape(written: unknown): boolean {
  if (Array.isArray(written)) return written.some(isBeyondTape);
  if (!isRecord(written)) return false;
  return ['function', 'other'].includes(String(written[KIND])) || Object.values(written).some(isBeyondTape);
}
