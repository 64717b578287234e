import { useSelector } from '@xstate/react';
import { Download, Unlink } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectShare } from '../../machines/app/app.selectors.ts';
import type { OpenSession } from '../../machines/playback/player/open-session.actor.ts';
import { selectFailure } from '../../machines/playback/player/player.selectors.ts';
import { isOver, selectLastWords, selectShown } from '../../machines/playback/share/share.selectors.ts';
import { ChaptersButton, SettingsButton } from '../playback/player/dialog-buttons.tsx';
import { NowPlayingStatus, OrWaiting } from '../playback/player/now-playing.tsx';
import { PlayerFailure, PlayerNotice } from '../playback/player/player-notice.tsx';
import { RateMenu } from '../playback/player/rate-menu.tsx';
import { SleepTimerButton } from '../playback/player/sleep-timer-button.tsx';
import { Timeline } from '../playback/player/timeline.tsx';
import { Transport } from '../playback/player/transport.tsx';
import { Volume } from '../playback/player/volume.tsx';
import { AccountTexts } from '../texts/with-texts.tsx';
import { errorText } from '../texts/error-text.ts';
import { PageTitle } from '../texts/page-title.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';
import { EmptyState, FailedState, OfflineState } from '../ui/empty-state.tsx';
import { PlainFrame } from '../ui/app-frame.tsx';
import { Spinner, Waiting } from '../ui/waiting.tsx';
import { Tinted } from '../ui/tinted.tsx';
import { useActorRefOf, useApp } from './actors-context.tsx';

/** CSS pixels. */
const COVER_PX = 320;

/** A public link: cover, title, author and the player, without an account. */
export function ShareScreen() {
  return (
    <AccountTexts>
      <Screen />
    </AccountTexts>
  );
}

function Screen() {
  const t = useTranslations();
  const player = useActorRefOf('player');
  const share = useSelector(useApp(), selectShare);
  const shown = useSelector(share, selectShown);
  const failure = useSelector(player, selectFailure);
  if (isOver(failure)) return <OverScreen />;
  if (shown) return <Shared opened={shown} />;
  if (failure?.kind === 'noSound') {
    return (
      <PlainFrame className="place-items-center">
        <PageTitle title={t('share.noSound')} />
        <EmptyState isHeading message={t('share.noSound')} />
      </PlainFrame>
    );
  }
  if (failure?.kind !== 'session') {
    return (
      <PlainFrame className="place-items-center">
        <PageTitle title={t('share.loading')} />
        <Waiting label={t('share.loading')}>
          <Spinner size={48} />
        </Waiting>
      </PlainFrame>
    );
  }
  const Failed = failure.error.kind === 'network' ? OfflineState : FailedState;
  return (
    <PlainFrame className="place-items-center">
      <PageTitle title={t('share.failed')} />
      <Failed
        isHeading
        message={t('share.failed')}
        detail={errorText(t, failure.error)}
        retryLabel={t('common.retry')}
        onRetry={() => share?.send({ type: 'share.retry' })}
      />
    </PlainFrame>
  );
}

function OverScreen() {
  const t = useTranslations('share');
  const words = useSelector(useActorRefOf('player'), selectLastWords);
  return (
    <PlainFrame className="place-items-center">
      <PageTitle title={t('over')} />
      <EmptyState
        isHeading
        icon={<Unlink size={26} />}
        message={t('over')}
        detail={
          <>
            <p>{t('overDetail')}</p>
            {words && <p className="mt-2 text-ink-3">{words}</p>}
          </>
        }
      />
    </PlainFrame>
  );
}

function Shared({ opened: { session, share } }: { opened: OpenSession }) {
  const t = useTranslations();
  const failure = useSelector(useActorRefOf('player'), selectFailure);
  const title = session.displayTitle ?? '';
  const author = session.displayAuthor || t('player.unknownAuthor');
  return (
    <PlainFrame>
      <PageTitle title={title} />
      <NowPlayingStatus />
      <Tinted className="grid min-h-dvh place-items-center px-6 pt-[max(1.5rem,env(safe-area-inset-top))] pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        <div className="flex w-full max-w-md flex-col gap-5 sideways:grid sideways:max-w-3xl sideways:grid-cols-[auto_minmax(0,1fr)] sideways:items-center sideways:gap-x-8">
          <div className="mx-auto w-[min(20rem,100%,42dvh)] sideways:row-span-2 sideways:w-[min(16rem,60dvh)]">
            <Cover
              src={share?.cover ?? null}
              aspect="square"
              width={COVER_PX}
              title={title}
              author={author}
              invalidLabel={t('card.invalidCover')}
            />
          </div>
          <div className="flex min-w-0 flex-col gap-1 text-center sideways:text-start">
            <h1 dir="auto" className="line-clamp-3 text-2xl font-semibold text-balance text-ink">
              {title}
            </h1>
            <OrWaiting>
              <p dir="auto" className="line-clamp-2 text-ink-2">
                {author}
              </p>
            </OrWaiting>
          </div>
          <section aria-label={t('player.region')} className="relative flex flex-col gap-4">
            <PlayerNotice />
            {failure ? (
              <PlayerFailure failure={failure} />
            ) : (
              <>
                <Timeline stacked />
                <Transport large />
                <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
                  <RateMenu />
                  <SleepTimerButton />
                  <ChaptersButton />
                  <SettingsButton hidesHistory />
                  <Volume />
                </div>
              </>
            )}
          </section>
          {share?.download && (
            <a
              href={share.download}
              download
              className={buttonClass('ghost', 'md', 'self-center sideways:col-span-2 sideways:justify-self-center')}
            >
              <Download size={18} />
              {t('share.download')}
            </a>
          )}
        </div>
      </Tinted>
    </PlainFrame>
  );
}
