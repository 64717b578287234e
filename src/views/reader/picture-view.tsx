import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useSelector } from '@xstate/react';
import { Maximize, Minus, Plus, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { PictureViewRef } from '../../machines/reader/picture-view.machine.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import { selectPictureView, selectSettings } from '../../machines/reader/reader.selectors.ts';
import { themeStyle } from '../../machines/reader/settings.logic.ts';
import { FullScreen } from '../ui/full-screen.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { NEARER, PanZoom, panByKey } from '../ui/pan-zoom.tsx';

/** A picture of the book, large over the page. */
export function PictureOfBook({ reader }: { reader: ReaderRef }) {
  const view = useSelector(reader, selectPictureView);
  return view && <PictureView reader={reader} view={view} />;
}

function PictureView({ reader, view }: { reader: ReaderRef; view: PictureViewRef }) {
  const t = useTranslations('reader.picture');
  const tCommon = useTranslations('common');
  const frame = useRef<HTMLDivElement>(null);
  const { theme } = useSelector(reader, selectSettings);
  const { address, name, width, height } = useSelector(view, ({ context }) => context.picture);
  const { x, y, scale } = useSelector(view, ({ context }) => context.view);
  const title = name || t('picture');
  const close = () => reader.send({ type: 'reader.closePicture' });
  const moves = {
    onMove: (by: { x: number; y: number }) => view.send({ type: 'picture.move', ...by }),
    onZoom: (factor: number, at?: { x: number; y: number }) =>
      view.send({ type: 'picture.zoom', factor, ...(at ? { at } : {}) }),
    onReset: () => view.send({ type: 'picture.reset' }),
  };
  const press = (event: KeyboardEvent) => {
    panByKey(event, moves);
    // Others would be keys of the page below.
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation();
  };
  return (
    <FullScreen title={title} style={themeStyle(theme)} initialFocus={frame} onKeyDown={press} onEscape={close}>
      <div className="flex min-h-12 shrink-0 items-center justify-end gap-1 px-1 pt-[env(safe-area-inset-top)]">
        <IconButton
          label={t('zoomOut')}
          icon={<Minus size={20} />}
          tipSide="bottom"
          onClick={() => moves.onZoom(1 / NEARER)}
        />
        <IconButton
          label={t('zoomIn')}
          icon={<Plus size={20} />}
          tipSide="bottom"
          onClick={() => moves.onZoom(NEARER)}
        />
        <IconButton label={t('fit')} icon={<Maximize size={20} />} tipSide="bottom" onClick={moves.onReset} />
        <IconButton label={tCommon('close')} icon={<X size={20} />} tipSide="bottom" onClick={close} />
      </div>
      <PanZoom
        {...moves}
        label={title}
        focusRef={frame}
        onDoublePress={(at) => view.send({ type: 'picture.toggle', at })}
        onSize={(size) => view.send({ type: 'frame.changed', ...size })}
        className="relative min-h-0 flex-1 cursor-grab touch-none overflow-hidden outline-none select-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus active:cursor-grabbing"
      >
        {/* White, as the paper that line drawings are made for. */}
        <img
          src={address}
          alt={name}
          draggable={false}
          className="absolute inset-0 max-w-none bg-white"
          style={{
            inlineSize: width * scale,
            blockSize: height * scale,
            transform: `translate(${x}px, ${y}px)`,
          }}
        />
      </PanZoom>
      {name && (
        <p
          dir="auto"
          aria-hidden="true"
          className="max-h-[20dvh] shrink-0 overflow-hidden px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] text-center text-sm text-ink-2"
        >
          {name}
        </p>
      )}
    </FullScreen>
  );
}
