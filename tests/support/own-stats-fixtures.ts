import { drawBars } from '../../src/machines/admin/own-stats/drawing.logic.ts';
import type { HeardSession } from '../../src/machines/admin/own-stats/hours.logic.ts';
import type { PictureFile } from '../../src/machines/admin/own-stats/picture.machine.ts';
import { recording } from './recordings.ts';

const body = recording('me/listening-sessions-default').response.body as { sessions: readonly object[] };

/** A session as the figures store it. */
export const heardSession = (more: Partial<HeardSession> = {}): HeardSession => ({
  id: 's',
  startedAt: 0,
  updatedAt: 0,
  seconds: 60,
  from: 0,
  to: 60,
  ...more,
});

interface PageOptions {
  readonly page: number;
  readonly total: number;
  readonly itemsPerPage?: number;
  /** Id and time of the last change (ms) of each session. */
  readonly ids: readonly (readonly [string, number])[];
  /** Of each session. */
  readonly more?: object;
}

/** An answer of the server: a page of the listening history. */
export const sessionsPageBody = ({ page, total, itemsPerPage = 500, ids, more = {} }: PageOptions) => ({
  total,
  numPages: Math.ceil(total / itemsPerPage),
  page,
  itemsPerPage,
  sessions: ids.map(([id, updatedAt]) => ({ ...body.sessions[0], id, startedAt: updatedAt, updatedAt, ...more })),
});

/** A drawing to save. */
export const pictureFile: PictureFile = {
  drawing: { title: 'By hour', note: 'All sessions', drawing: drawBars([], false) },
  name: 'hours.png',
};
