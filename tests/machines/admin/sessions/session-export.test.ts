import { expect, onTestFinished, test, vi } from 'vitest';
import { exportName, exportRows } from '../../../../src/machines/admin/sessions/session-export.logic.ts';
import {
  sessionExportMachine,
  type ExportRequest,
} from '../../../../src/machines/admin/sessions/session-export.machine.ts';
import { LARGE_PAGE, MOST_READ, NO_FIND } from '../../../../src/machines/admin/sessions/sessions.logic.ts';
import {
  selectExistingCount,
  selectExportError,
  selectExportTotal,
  selectIsExporting,
  selectLoadedCount,
  selectSavedExport,
} from '../../../../src/machines/admin/sessions/session-export.selectors.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { listMySessions } from '../../../../src/services/endpoints/account.ts';
import { listSessions, type AllSessionsInput } from '../../../../src/services/endpoints/sessions.ts';
import { createHost } from '../../../support/host.ts';
import { exportTexts, storedSession } from '../../../support/session-fixtures.ts';

const everything: ExportRequest = {
  scope: { kind: 'all' },
  userId: null,
  find: NO_FIND,
  listeners: [],
  texts: exportTexts,
};

/** A server with so many sessions, numbered from the first one on; `add` makes another. */
function open(count: number) {
  const made: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob);
    return 'blob:sessions';
  });
  onTestFinished(() => create.mockRestore());
  const host = createHost(sessionExportMachine);
  const { api, page } = host.ports;
  let total = count;
  const answer = ({ page: index, itemsPerPage }: AllSessionsInput) => {
    const last = total - index * itemsPerPage;
    const length = Math.max(0, Math.min(itemsPerPage, last));
    const sessions = Array.from({ length }, (_, place) => ({ ...storedSession, id: `s${last - place}` }));
    return { total, numPages: Math.ceil(total / itemsPerPage), page: index, itemsPerPage, sessions };
  };
  api.answer(listSessions, answer);
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    api,
    answer,
    add: () => (total += 1),
    start: (request = everything) => host.subject.send({ type: 'sessionExport.start', request }),
    pages: () => api.inputsOf(listSessions).map((input) => (input as AllSessionsInput).page),
    progress: () => [selectIsExporting(state()), selectLoadedCount(state()), selectExportTotal(state())],
    error: () => selectExportError(state()),
    saved: () => selectSavedExport(state()),
    state,
    files: () => page.shown.named,
    /** The ids in the file. */
    ids: async () =>
      ((await made.at(-1)?.text()) ?? '')
        .split('\r\n')
        .slice(1, -1)
        .map((row) => row.split(',').find((cell) => /^s\d+$/.test(cell))),
  };
}

test('all sessions are loaded in pages of 500, and saved as one file', async () => {
  const { start, pages, progress, saved, files, ids, ports, api, state } = open(1200);
  expect([progress(), saved()]).toEqual([[false, 0, null], null]);
  start();
  expect(progress()).toEqual([true, 0, null]);
  await vi.waitFor(() => expect(saved()).toBe('whole'));
  expect([pages(), progress()]).toEqual([
    [0, 1, 2],
    [false, 1200, 1200],
  ]);
  expect(api.inputsOf(listSessions)[0]).toEqual({
    page: 0,
    itemsPerPage: LARGE_PAGE,
    sort: 'createdAt',
    desc: true,
  });
  expect([files(), (await ids()).length, state().context.sessions]).toEqual([
    [exportName('Sessions', ports.clock.now())],
    1200,
    [],
  ]);
});

test('what is heard meanwhile puts no session into the file twice', async () => {
  const { start, add, answer, api, saved, ids } = open(600);
  api.answerOnce(listSessions, answer({ page: 0, itemsPerPage: LARGE_PAGE }));
  start();
  add();
  await vi.waitFor(() => expect(saved()).toBe('whole'));
  const all = await ids();
  expect([all.length, new Set(all).size]).toEqual([600, 600]);
});

test('a file holds the latest 20,000', async () => {
  const { start, pages, saved, progress, state, ids } = open(MOST_READ + 700);
  start();
  await vi.waitFor(() => expect(saved()).toBe('cut'), { timeout: 20_000 });
  expect([pages().length, progress(), selectExistingCount(state())]).toEqual([
    40,
    [false, MOST_READ, MOST_READ],
    MOST_READ + 700,
  ]);
  expect((await ids()).length).toBe(MOST_READ);
});

test('a file that a server with larger pages fills says so too', async () => {
  const { start, api, saved, progress } = open(0);
  api.answer(listSessions, () => ({
    total: MOST_READ + 1,
    numPages: 1,
    page: 0,
    itemsPerPage: MOST_READ + 1,
    sessions: Array.from({ length: MOST_READ + 1 }, (_, index) => ({ ...storedSession, id: `s${index}` })),
  }));
  start();
  await vi.waitFor(() => expect(saved()).toBe('cut'), { timeout: 20_000 });
  expect(progress()).toEqual([false, MOST_READ, MOST_READ]);
});

test('sessions that could not be read are counted', async () => {
  const { start, answer, api, saved, progress, ports } = open(3);
  const body = answer({ page: 0, itemsPerPage: LARGE_PAGE });
  api.answer(listSessions, { ...body, sessions: [...body.sessions.slice(1), { id: 1 }] });
  start();
  await vi.waitFor(() => expect(saved()).toBe('unreadable'));
  expect([progress(), ports.page.shown.downloaded.length]).toEqual([[false, 2, 3], 1]);
});

test('a page without sessions is the last one', async () => {
  const { start, api, pages, saved } = open(0);
  api.answer(listSessions, { total: 9, numPages: 9, page: 0, itemsPerPage: 1, sessions: [] });
  start();
  await vi.waitFor(() => expect(saved()).toBe('whole'));
  expect(pages()).toEqual([0]);
});

test('an export that failed goes on where it failed', async () => {
  const { subject, start, answer, api, pages, progress, error, saved, files } = open(1200);
  api.answerOnce(listSessions, answer({ page: 0, itemsPerPage: LARGE_PAGE }));
  api.refuseOnce(listSessions, { kind: 'network' });
  start();
  await vi.waitFor(() => expect(error()).toEqual({ kind: 'network' }));
  expect([progress(), files()]).toEqual([[false, 500, 1200], []]);
  subject.send({ type: 'sessionExport.retry' });
  expect([progress(), error()]).toEqual([[true, 500, 1200], null]);
  await vi.waitFor(() => expect(saved()).toBe('whole'));
  expect(pages()).toEqual([0, 1, 1, 2]);
});

test.each(['while it loads', 'after a failure'])('an export is cancelled %s: nothing is saved', async (when) => {
  const { subject, start, api, progress, error, saved, files } = open(3);
  const read = api.defer(listSessions);
  start();
  const refusal = when === 'after a failure' ? ({ kind: 'network' } as const) : null;
  if (refusal) read.reject(new AppException(refusal));
  await vi.waitFor(() => expect(error()).toEqual(refusal));
  subject.send({ type: 'sessionExport.cancel' });
  expect([progress(), error(), saved(), files()]).toEqual([[false, 0, null], null, null, []]);
  expect(api.aborted).toEqual(refusal ? [] : [listSessions.name]);
});

test('the own sessions are exported, and once more', async () => {
  const { start, answer, api, saved, files } = open(2);
  api.answer(listMySessions, answer);
  for (const times of [1, 2]) {
    start({ ...everything, scope: { kind: 'own' } });
    expect(saved()).toBe(null);
    await vi.waitFor(() => expect(saved()).toBe('whole'));
    expect(files()).toHaveLength(times);
  }
  expect(api.inputsOf(listMySessions)).toEqual([
    { page: 0, itemsPerPage: LARGE_PAGE },
    { page: 0, itemsPerPage: LARGE_PAGE },
  ]);
});

test('a row has all that is known of a session, in whole seconds and local time', () => {
  const session = {
    ...storedSession,
    displayTitle: 'Emma',
    displayAuthor: '',
    user: null,
    userId: 'u',
    startedAt: new Date(2026, 0, 5, 23, 4).getTime(),
    updatedAt: new Date(2026, 0, 6, 0, 10).getTime(),
    timeListening: 61.6,
    startTime: 0.2,
    currentTime: 61.8,
    duration: 3600,
    playMethod: 3,
    mediaPlayer: 'html5',
    deviceInfo: { clientName: 'Earmark', clientVersion: '1.0', ipAddress: '127.0.0.1' },
    mediaType: 'book',
    id: 's',
    libraryItemId: 'i',
    episodeId: null,
  };
  const [heading, row, unknown] = exportRows(
    [session, { ...session, playMethod: null, userId: null, libraryItemId: null, deviceInfo: null, mediaPlayer: null }],
    exportTexts,
    [{ id: 'u', username: 'ann' }],
  );
  expect(heading).toEqual(Object.keys(exportTexts.columns));
  const times = ['2026-01-05 23:04', '2026-01-06 00:10', 62, 0, 62, 3600];
  expect(row).toEqual(
    ['Emma', '', 'ann', times, 'Offline', 'html5', 'Earmark 1.0', '127.0.0.1', 'book', 's', 'i', ''].flat(),
  );
  expect(unknown).toEqual(['Emma', '', '', times, '', '', '', '', 'book', 's', '', ''].flat());
  expect(exportName('Sessions', session.startedAt)).toBe('Sessions 2026-01-05.csv');
});
