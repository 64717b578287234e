import type { ListeningSession } from '../../../schemas/api/listening-session.ts';
import { formatByPattern } from '../../kit/moment.logic.ts';
import { deviceParts, listenerName, methodOf, type Listener, type PlayMethod } from './sessions.logic.ts';

export const EXPORT_COLUMNS = [
  'title',
  'author',
  'user',
  'started',
  'updated',
  'listened',
  'from',
  'to',
  'duration',
  'method',
  'player',
  'device',
  'address',
  'mediaType',
  'id',
  'itemId',
  'episodeId',
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

export interface ExportTexts {
  /** File name without date and extension. */
  readonly name: string;
  readonly columns: Readonly<Record<ExportColumn, string>>;
  readonly methods: Readonly<Record<PlayMethod, string>>;
}

const DAY = 'yyyy-MM-dd';
const MOMENT = `${DAY} HH:mm`;

/** Local time, in a format that spreadsheets parse. */
const momentOf = (ms: number): string => formatByPattern(ms, MOMENT, '');

export const exportName = (name: string, now: number): string => `${name} ${formatByPattern(now, DAY, '')}.csv`;

/** With a heading. Durations and positions in whole seconds. */
export function exportRows(
  sessions: readonly ListeningSession[],
  { columns, methods }: ExportTexts,
  listeners: readonly Listener[],
): readonly (readonly (string | number)[])[] {
  const rowOf = (session: ListeningSession): Record<ExportColumn, string | number> => {
    const method = methodOf(session);
    return {
      title: session.displayTitle,
      author: session.displayAuthor,
      user: listenerName(session, listeners) ?? '',
      started: momentOf(session.startedAt),
      updated: momentOf(session.updatedAt),
      listened: Math.round(session.timeListening),
      from: Math.round(session.startTime),
      to: Math.round(session.currentTime),
      duration: Math.round(session.duration),
      method: method === null ? '' : methods[method],
      player: session.mediaPlayer ?? '',
      device: deviceParts(session.deviceInfo).join(' · '),
      address: session.deviceInfo?.ipAddress ?? '',
      mediaType: session.mediaType,
      id: session.id,
      itemId: session.libraryItemId ?? '',
      episodeId: session.episodeId ?? '',
    };
  };
  return [
    EXPORT_COLUMNS.map((column) => columns[column]),
    ...sessions.map((session) => {
      const row = rowOf(session);
      return EXPORT_COLUMNS.map((column) => row[column]);
    }),
  ];
}
