import { fromCallback, type NonReducibleUnknown } from 'xstate';
import { listMyItemSessions } from '../../../services/endpoints/account.ts';
import { getPorts } from '../../kit/ports.ts';
import { findNamed } from '../../kit/system.ts';
import { deviceNameOf } from '../player/history.logic.ts';
import { toast } from '../../kit/toast.ts';
import { keyOf } from '../../kit/media.logic.ts';
import { otherPlaceOf, type Conflict } from './conflict.logic.ts';

export type ConflictCommand = { type: 'conflict.found'; conflict: Conflict };

const SESSIONS = 5;

/** Asks once per conflict which of two positions to keep; the later one holds until then. */
export const conflictAsker = fromCallback<ConflictCommand, NonReducibleUnknown>(({ receive, system }) => {
  const { api } = getPorts(system);
  const ending = new AbortController();

  async function deviceOf({ media, sessionId }: Conflict): Promise<string> {
    const input = { ...media, page: 0, itemsPerPage: SESSIONS };
    const { sessions } = await api.call(listMyItemSessions, input, ending.signal);
    const others = sessions.items.filter(({ id }) => id !== sessionId);
    return deviceNameOf(others.sort((one, other) => other.updatedAt - one.updatedAt)[0]?.deviceInfo);
  }

  async function ask(conflict: Conflict): Promise<void> {
    const device = await deviceOf(conflict).catch(() => '');
    if (ending.signal.aborted) return;
    const { here, media, there, title } = conflict;
    const other = otherPlaceOf(conflict);
    const key = device === '' ? 'progress.conflict' : 'progress.conflictWith';
    const places = { here: { seconds: here.time }, hereAt: here.at, there: { seconds: there.time }, thereAt: there.at };
    const notice = toast('warning', `conflict ${keyOf(media)}`, key, {
      values: { title, device, ...places },
      durationMs: null,
      action: {
        label: { key: 'progress.goTo', values: { time: { seconds: other.time } } },
        to: 'progress',
        event: { type: 'progress.edit', media, edit: { kind: 'restore', entry: other.entry } },
      },
    });
    findNamed(system, 'toasts')?.send(notice);
  }

  receive(({ conflict }) => void ask(conflict));
  return () => ending.abort();
});
