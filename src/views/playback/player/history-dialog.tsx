import { shallowEqual, useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import { chapterAt } from '../../../machines/playback/player/chapters.logic.ts';
import {
  deviceNameOf,
  selectHasMore,
  selectJumps,
  selectSessions,
  selectSessionsError,
  selectSessionsRef,
  selectSessionsState,
} from '../../../machines/playback/player/history.logic.ts';
import type { HistoryRef } from '../../../machines/playback/player/history.machine.ts';
import type { ListeningSessionsRef } from '../../../machines/playback/player/listening-sessions.machine.ts';
import { selectChapters } from '../../../machines/playback/player/player.selectors.ts';
import { selectMomentFormats } from '../../../machines/app/session/session.selectors.ts';
import { formatByPattern, formatMoment } from '../../../machines/kit/moment.logic.ts';
import type { ListeningSession } from '../../../schemas/api/listening-session.ts';
import type { Jump } from '../../../schemas/player-memory.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { formatClock } from '../../format/amounts.ts';
import { FailedPage } from '../../shared/message-page.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import texts from '../../../locales/en-us/history.json';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { handFocusOn } from '../../ui/focus.tsx';
import { Spinner } from '../../ui/waiting.tsx';

/** The jumps of this tab, and the listening sessions of the open item. Times are of the item, at any speed. */
export function HistoryDialog({ history }: { history: HistoryRef }) {
  return (
    <WithTexts texts={texts}>
      <Places history={history} />
    </WithTexts>
  );
}

function Places({ history }: { history: HistoryRef }) {
  const t = useTranslations('history');
  const tCommon = useTranslations('common');
  const jumps = useSelector(history, selectJumps, shallowEqual);
  const sessions = useSelector(history, selectSessionsRef);
  return (
    <Dialog
      open
      title={t('label')}
      closeLabel={tCommon('close')}
      width={600}
      onDismiss={() => history.send({ type: 'history.close' })}
    >
      <section aria-labelledby="history-jumps">
        <h3 id="history-jumps" className="pb-1 text-sm font-semibold text-ink">
          {t('jumps')}
        </h3>
        {jumps.length === 0 ? (
          <p className="py-3 text-sm text-ink-2">{t('noJumps')}</p>
        ) : (
          <ul aria-labelledby="history-jumps" className="-mx-3 max-h-[40dvh] overflow-y-auto overscroll-contain">
            {jumps.map((jump) => (
              <JumpRow
                key={`${jump.at} ${jump.from}`}
                jump={jump}
                onGoBack={() => history.send({ type: 'history.goTo', time: jump.from })}
              />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="history-sessions" className="mt-4 border-t border-line pt-4">
        <h3 id="history-sessions" className="pb-1 text-sm font-semibold text-ink">
          {t('sessions')}
        </h3>
        {sessions && <Sessions sessions={sessions} />}
      </section>
    </Dialog>
  );
}

function JumpRow({ jump, onGoBack }: { jump: Jump; onGoBack: () => void }) {
  const t = useTranslations('history');
  const tPlayer = useTranslations('player');
  const locale = useLocale();
  const session = useActorRefOf('session');
  const chapters = useSelector(useActorRefOf('player'), selectChapters);
  const formats = selectMomentFormats(session.getSnapshot());
  const chapter = chapterAt(chapters, jump.to);
  const [from, to] = [formatClock(jump.from), formatClock(jump.to)];
  return (
    <li className="flex min-h-11 items-center gap-3 rounded-sm py-1 ps-3 pe-1 text-sm focus-within:bg-surface-2 hover:bg-surface-2">
      <p className="min-w-0 flex-1 text-ink tabular-nums">
        <Dotted>
          {jumpMoment(jump.at, formats, locale)}
          {t(`reason.${jump.reason}`, { from, to, device: jump.device || tPlayer('unknownDevice') })}
          {chapter && <bdi>{chapter.title}</bdi>}
        </Dotted>
      </p>
      <Button size="sm" aria-label={t('goBackTo', { time: from })} onClick={onGoBack}>
        {t('goBack')}
      </Button>
    </li>
  );
}

/** Time of day, with the date on another day. Both times in ms. */
function jumpMoment(at: number, formats: { date: string; time: string }, locale: string, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? formatByPattern(at, formats.time, locale) : formatMoment(at, formats, locale);
}

function Sessions({ sessions: ref }: { sessions: ListeningSessionsRef }) {
  const t = useTranslations('history');
  const tCommon = useTranslations('common');
  const place = useSelector(ref, selectSessionsState);
  const sessions = useSelector(ref, selectSessions);
  const error = useSelector(ref, selectSessionsError);
  const hasMore = useSelector(ref, selectHasMore);
  const retry = () => ref.send({ type: 'sessions.retry' });
  if (place === 'loading') {
    return (
      <div role="status" className="grid place-items-center py-6">
        <Spinner label={tCommon('loading')} />
      </div>
    );
  }
  if (place === 'failed') return <FailedPage message={t('failed')} error={error} onRetry={retry} />;
  if (sessions.length === 0) return <p className="py-3 text-sm text-ink-2">{t('noSessions')}</p>;
  return (
    <>
      <ul aria-labelledby="history-sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {place === 'moreFailed' ? (
        <p ref={handFocusOn} role="alert" className="flex items-center gap-3 pt-2 text-sm text-danger">
          {t('moreFailed')}
          <Button size="sm" onClick={retry}>
            {tCommon('retry')}
          </Button>
        </p>
      ) : (
        hasMore && (
          <div ref={handFocusOn} className="grid place-items-center pt-2">
            <Button
              variant="ghost"
              busy={place === 'loadingMore'}
              onClick={() => ref.send({ type: 'sessions.loadMore' })}
            >
              {t('loadMore')}
            </Button>
          </div>
        )
      )}
    </>
  );
}

function SessionRow({ session }: { session: ListeningSession }) {
  const t = useTranslations('history');
  const tPlayer = useTranslations('player');
  const locale = useLocale();
  const formats = selectMomentFormats(useActorRefOf('session').getSnapshot());
  return (
    <li className="flex flex-col border-b border-line py-2 text-sm last:border-b-0">
      <span className="text-ink tabular-nums">
        <Dotted>
          {formatMoment(session.startedAt, formats, locale)}
          {t('heard', { time: formatClock(session.timeListening) })}
          {t('reached', { time: formatClock(session.currentTime) })}
        </Dotted>
      </span>
      <span dir="auto" className="truncate text-match text-ink-2">
        {deviceNameOf(session.deviceInfo) || tPlayer('unknownDevice')}
      </span>
    </li>
  );
}
