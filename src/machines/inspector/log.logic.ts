import type { EventRecord } from '../../schemas/inspector-message.ts';
import type { LogFilter } from './inspector.protocol.ts';

/** Replaces records sent before; keeps the newest `most`. */
export function joinRecords(known: readonly EventRecord[], news: readonly EventRecord[], most: number): EventRecord[] {
  const newer = new Map(news.map((record) => [record.number, record]));
  const oldest = news[0]?.number ?? Infinity;
  const joined =
    (known.at(-1)?.number ?? 0) < oldest
      ? [...known, ...news]
      : [...known.map((record) => take(newer, record)), ...newer.values()].sort((a, b) => a.number - b.number);
  return joined.slice(-most);
}

function take(newer: Map<number, EventRecord>, record: EventRecord): EventRecord {
  const found = newer.get(record.number);
  newer.delete(record.number);
  return found ?? record;
}

/** `player` of `player.pause`, `xstate` of internal events. */
export const familyOf = (event: string): string => event.split('.', 1)[0] ?? event;

export function familiesOf(records: readonly EventRecord[]): string[] {
  return [...new Set(records.map(({ event }) => familyOf(event)))].sort();
}

export function filterRecords(
  records: readonly EventRecord[],
  { search, family, actor }: LogFilter,
): readonly EventRecord[] {
  if (search === '' && family === '' && actor === '') return records;
  const wanted = search.toLowerCase();
  return records.filter(
    ({ event, from, to }) =>
      (family === '' || familyOf(event) === family) &&
      (actor === '' || from?.id === actor || to.id === actor) &&
      (wanted === '' || `${event} ${from?.name ?? ''} ${to.name}`.toLowerCase().includes(wanted)),
  );
}
