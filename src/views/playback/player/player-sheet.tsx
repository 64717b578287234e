import { useRef } from 'react';
import { useSelector } from '@xstate/react';
import { Dialog } from '@base-ui/react/dialog';
import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectChapters, selectFailure } from '../../../machines/playback/player/player.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSheetDrag } from '../../ui/sheet-drag.ts';
import { Tinted } from '../../ui/tinted.tsx';
import { QueueButton, BookmarksButton } from './list-buttons.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import { ChaptersButton, SettingsButton } from './dialog-buttons.tsx';
import { Chapters } from './chapters.tsx';
import { CloseButton } from './bar-frame.tsx';
import { ItemCover, ItemLines, NowPlayingStatus } from './now-playing.tsx';
import { PlayerFailure, PlayerNotice } from './player-notice.tsx';
import { RateMenu } from './rate-menu.tsx';
import { SleepTimerButton } from './sleep-timer-button.tsx';
import { Timeline } from './timeline.tsx';
import { Transport } from './transport.tsx';
import { Volume } from './volume.tsx';

/** The full-screen player. On a computer closing it leaves the sound on; on phones only it can close the player. */
export function PlayerSheet() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const hasChapters = useSelector(player, (state) => selectChapters(state).length > 0);
  const isPhone = useIsPhone();
  const showsList = hasChapters && !isPhone;
  const collapse = () => player.send({ type: 'player.collapse' });
  const opener = useRef(document.activeElement);
  const drag = useSheetDrag({ isOpen: true, onOpen: () => undefined, onClose: collapse });
  return (
    <Dialog.Root open onOpenChange={(open) => !open && collapse()}>
      <Dialog.Portal>
        <Dialog.Popup
          data-dock="sheet"
          data-hotkeys="on"
          // Not a button: player keys do nothing there.
          initialFocus={() => document.querySelector<HTMLElement>('[data-dock="sheet"]')}
          // The bar keeps one button while it is covered; any other of it that had the focus is gone.
          finalFocus={() => !isElsewhere() && (isThere(opener.current) || expandButton())}
          className="overlay-fade fixed inset-0 z-50 flex flex-col overflow-x-hidden overflow-y-auto bg-surface-0 text-ink outline-none"
        >
          <Tinted className="flex flex-1 flex-col gap-4 px-6 pt-[env(safe-area-inset-top)] pb-[max(1.5rem,env(safe-area-inset-bottom))] wide:min-h-0 wide:gap-2 wide:px-8 sideways:grid sideways:grid-cols-[auto_minmax(0,1fr)] sideways:gap-x-6">
            <Dialog.Title className="sr-only">{t('region')}</Dialog.Title>
            <NowPlayingStatus />
            <div
              {...drag}
              className="-mx-3 flex h-14 shrink-0 touch-none items-center justify-between sideways:col-span-2"
            >
              <IconButton label={t('collapse')} icon={<ChevronDown size={26} />} shortcut="F" onClick={collapse} />
              {isPhone && <CloseButton />}
            </div>
            <div
              className={cx(
                'flex min-h-0 flex-1 flex-col phone:contents',
                showsList && 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] lg:gap-12',
              )}
            >
              <div className="mx-auto flex min-h-0 w-full max-w-2xl flex-1 flex-col gap-4 wide:gap-5 phone:contents">
                <div
                  {...drag}
                  className="grid min-h-20 flex-1 touch-none place-items-center [container-type:size] sideways:[container-type:normal]"
                >
                  <ItemCover
                    bare
                    width={isPhone ? 320 : 640}
                    className="w-[min(20rem,100cqi,100cqb)] wide:w-[min(40rem,100cqi,100cqb)] sideways:w-[45dvh]"
                  />
                </div>
                <Controls showsList={showsList} />
              </div>
              {showsList && (
                <section aria-label={t('chapters')} className="flex min-h-0 flex-col max-lg:hidden">
                  <h2 className="pb-2 text-lg font-semibold">{t('chapters')}</h2>
                  <Chapters fills />
                </section>
              )}
            </div>
          </Tinted>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const isThere = (opener: Element | null) => opener?.isConnected === true && opener !== document.body;

/** The focus left the sheet already: the player was closed. */
const isElsewhere = () => {
  const { activeElement, body } = document;
  return activeElement !== body && !activeElement?.closest('[data-dock="sheet"]');
};

const expandButton = () => document.querySelector<HTMLElement>('[data-dock="bar"] button, [data-dock="mini"] button');

/** `showsList`: the chapters are beside them where there is room. */
function Controls({ showsList }: { showsList: boolean }) {
  const failure = useSelector(useActorRefOf('player'), selectFailure);
  const isPhone = useIsPhone();
  return (
    <div className="relative flex shrink-0 flex-col gap-4">
      <PlayerNotice />
      <div className="text-lg wide:text-xl">
        <ItemLines centered />
      </div>
      {failure ? (
        <PlayerFailure failure={failure} />
      ) : (
        <>
          <Timeline stacked />
          <Transport large />
          <div className="-mx-5 flex flex-wrap items-center justify-evenly gap-y-2 wide:mx-0 wide:justify-center wide:gap-x-6">
            <RateMenu />
            <SleepTimerButton />
            <BookmarksButton />
            <span className={cx('contents', showsList && 'lg:hidden')}>
              <ChaptersButton />
            </span>
            <QueueButton />
            <SettingsButton />
            {!isPhone && <Volume whole />}
          </div>
        </>
      )}
    </div>
  );
}
