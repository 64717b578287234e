import { useSelector } from '@xstate/react';
import { Dialog } from '@base-ui/react/dialog';
import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectFailure } from '../../machines/player/player.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ChaptersButton } from './chapters-button.tsx';
import { CloseButton } from './close-button.tsx';
import { ItemCover, ItemLines } from './now-playing.tsx';
import { PlayerFailure } from './player-failure.tsx';
import { RateMenu } from './rate-menu.tsx';
import { Timeline } from './timeline.tsx';
import { Transport } from './transport.tsx';

/** The full-screen player of phones: big cover, time line and transport where the thumb is. */
export function PlayerSheet() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const failure = useSelector(player, selectFailure);
  const collapse = () => player.send({ type: 'player.collapse' });
  return (
    <Dialog.Root open onOpenChange={(open) => !open && collapse()}>
      <Dialog.Portal>
        <Dialog.Popup data-dock="sheet" data-hotkeys="on" className="overlay-fade fixed inset-0 z-50 flex flex-col gap-4 overflow-y-auto bg-surface-0 px-6 pt-[env(safe-area-inset-top)] pb-[max(1.5rem,env(safe-area-inset-bottom))] text-ink outline-none short:grid short:grid-cols-[auto_minmax(0,1fr)] short:gap-x-6">
          <Dialog.Title className="sr-only">{t('region')}</Dialog.Title>
          <div className="-mx-3 flex h-14 shrink-0 items-center justify-between short:col-span-2">
            <IconButton label={t('collapse')} icon={<ChevronDown size={26} />} onClick={collapse} />
            <CloseButton />
          </div>
          <div className="grid min-h-0 flex-1 place-items-center">
            <ItemCover width={320} className="w-full max-w-[min(20rem,45dvh)] short:w-[45dvh]" />
          </div>
          <div className="flex shrink-0 flex-col gap-4">
            <div className="text-lg"><ItemLines /></div>
            {failure ? <PlayerFailure failure={failure} /> : (
              <>
                <Timeline stacked />
                <Transport large />
                <div className="flex items-center justify-center gap-6">
                  <RateMenu />
                  <ChaptersButton />
                </div>
              </>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
