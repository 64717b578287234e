import type { ReactNode } from 'react';
import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectMayClose } from '../../../machines/playback/player/player.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

interface PlayerBarFrameProps {
  label: string;
  start: ReactNode;
  transport: ReactNode;
  timeline: ReactNode;
  end: ReactNode;
}

/** The player of wide windows, 88 px high, 104 px on touch. The transport stays in the middle of the window. */
export function PlayerBarFrame({ label, start, transport, timeline, end }: PlayerBarFrameProps) {
  return (
    <section
      aria-label={label}
      data-dock="bar"
      className="grid h-22 touch:h-26 grid-cols-[minmax(0,1fr)_auto_minmax(max-content,1fr)] content-center items-center gap-x-4 border-t border-line bg-surface-1 px-5 phone:hidden max-[90rem]:gap-x-3 max-xl:gap-x-2 max-xl:px-4 max-md:gap-x-1 max-md:px-2"
    >
      <div className="col-start-1 row-span-2 row-start-1 flex min-w-0 items-center gap-3">{start}</div>
      <div dir="ltr" className="col-start-2 row-start-1 flex items-center justify-center gap-1">
        {transport}
      </div>
      {/* Without a width of its own: its text moves no column. */}
      <div dir="ltr" className="col-span-2 col-start-2 row-start-2 w-0 min-w-full [--time-bubble:calc(100%+3.25rem)]">
        {timeline}
      </div>
      <div className="col-start-3 row-start-1 flex items-center justify-end gap-0.5 max-md:gap-0">{end}</div>
    </section>
  );
}

interface MiniPlayerFrameProps {
  label: string;
  start: ReactNode;
  end: ReactNode;
  progress: ReactNode;
}

export function MiniPlayerFrame({ label, start, end, progress }: MiniPlayerFrameProps) {
  return (
    <section
      aria-label={label}
      data-dock="mini"
      className="relative flex h-16 items-center gap-2 short:h-11 bg-surface-2 ps-2 pe-2 wide:hidden"
    >
      <div dir="ltr" className="absolute inset-x-0 top-0 h-0.5 overflow-hidden contain-strict">
        {progress}
      </div>
      <div className="flex h-full min-w-0 flex-1 items-center gap-3">{start}</div>
      <div className="flex shrink-0 items-center gap-1">{end}</div>
    </section>
  );
}

/** Stops and closes the player; a toast offers undo. Disabled while an item opens. */
export function CloseButton() {
  const t = useTranslations('player');
  const player = useActorRefOf('player');
  const mayClose = useSelector(player, selectMayClose);
  return (
    <IconButton
      label={t('close')}
      icon={<X size={20} />}
      shortcut="Escape"
      tipSide="top"
      disabled={!mayClose}
      onClick={() => player.send({ type: 'player.closePressed' })}
    />
  );
}
