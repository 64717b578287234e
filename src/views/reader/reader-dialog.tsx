import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/en-us/reader.json';
import { selectAloudState } from '../../machines/reader/aloud.selectors.ts';
import { themeStyle } from '../../machines/reader/settings.logic.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import {
  selectAloudRef,
  selectHasPageList,
  selectItem,
  selectMarksRef,
  selectPages,
  selectPanel,
  selectReaderPlace,
  selectSettings,
  selectPinched,
} from '../../machines/reader/reader.selectors.ts';
import { cx } from '../ui/cx.ts';
import { chunk } from '../ui/chunk.tsx';
import { FullScreen } from '../ui/full-screen.tsx';
import { WithTexts } from '../texts/with-texts.tsx';
import { FootnoteAtLink } from './footnote.tsx';
import { ContentsPanel } from './contents-panel.tsx';
import { MarkEditor, MarkMenu } from './mark-menu.tsx';
import { MarksNotice } from './marks-notice.tsx';
import { MarksPanel } from './marks-panel.tsx';
import { PagesPanel } from './pages-panel.tsx';
import { PictureOfBook } from './picture-view.tsx';
import { ReaderBar } from './reader-bar.tsx';
import { ReaderFailed, ReaderLoading } from './reader-states.tsx';
import { ReaderFooter } from './reader-footer.tsx';
import { ReaderOffer } from './reader-offer.tsx';
import { ReaderSound } from './reader-sound.tsx';
import { ReaderSettings } from './reader-settings.tsx';

const aloudStrip = chunk(async () => (await import('./aloud-strip.tsx')).AloudStrip);

/** These use keys themselves. */
const OWN_KEYS = 'input, select, textarea, [role="slider"], [role="toolbar"], aside, [role="dialog"] [role="dialog"]';
/** Space presses these. */
const BUTTONS = 'button, a';
const TURNING = new Set([
  'BrowserBack',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  ' ',
  'a',
  'b',
  'h',
]);
const ON_PAGES = new Set([...TURNING, '+', '=', '-', '0', 'r', 'Home', 'End']);

export function Modal({ modal }: { modal: ReaderRef }) {
  return (
    <WithTexts texts={texts}>
      <Reader reader={modal} />
    </WithTexts>
  );
}

function Reader({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const surface = useRef<HTMLDivElement>(null);
  const place = useSelector(reader, selectReaderPlace);
  const panel = useSelector(reader, selectPanel);
  const item = useSelector(reader, selectItem);
  const hasPages = useSelector(reader, selectPages) !== null;
  const hasPageList = useSelector(reader, selectHasPageList);
  const marks = useSelector(reader, selectMarksRef);
  const { theme } = useSelector(reader, selectSettings);
  const title = item?.media.metadata.title ?? '';
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const { shiftKey, ctrlKey, altKey, metaKey, target } = event;
    const key = altKey && event.key === 'ArrowLeft' ? 'BrowserBack' : event.key;
    if (!(hasPages ? ON_PAGES : TURNING).has(key) || ctrlKey || metaKey || event.defaultPrevented) return;
    if (altKey && key !== 'BrowserBack') return;
    if (!(target instanceof Element) || target.closest(OWN_KEYS) || (key === ' ' && target.closest(BUTTONS))) return;
    event.preventDefault();
    reader.send({ type: 'reader.press', press: { kind: 'key', key, shift: shiftKey } });
  };
  return (
    <FullScreen
      title={title ? t('reading', { title }) : t('reader')}
      style={themeStyle(theme)}
      initialFocus={surface}
      onKeyDown={press}
      onEscape={() => reader.send({ type: 'reader.escape' })}
    >
      <ReaderBar reader={reader} />
      <div className="relative min-h-0 flex-1">
        <div
          ref={(element) => {
            surface.current = element;
            if (element) reader.send({ type: 'reader.attach', surface: element });
          }}
          data-focus-home=""
          data-picture={t('picture.picture')}
          role="region"
          aria-label={t('page')}
          aria-busy={place !== 'reading' || undefined}
          tabIndex={0}
          className={cx(
            'relative mx-auto h-full bg-surface-0 text-ink outline-none select-text focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
            !hasPages && 'max-w-[80rem] px-2',
          )}
        />
        {place !== 'reading' && (
          <div className="absolute inset-0 grid place-items-center bg-surface-0">
            {place === 'failed' ? <ReaderFailed reader={reader} /> : <ReaderLoading reader={reader} />}
          </div>
        )}
        <PinchSize reader={reader} />
        <div className="pointer-events-none absolute inset-0 flex flex-col justify-end">
          <ReaderOffer reader={reader} />
          {marks && place === 'reading' && <MarkMenu marks={marks} />}
          <FootnoteAtLink reader={reader} />
        </div>
        {marks && place === 'reading' && panel !== 'marks' && (
          // Over the footer, not over the text.
          <div className="pointer-events-none absolute inset-x-0 -bottom-12 z-1 flex min-h-12 flex-col justify-center">
            <MarksNotice marks={marks} />
          </div>
        )}
        {panel === 'contents' && (hasPageList ? <PagesPanel reader={reader} /> : <ContentsPanel reader={reader} />)}
        {panel === 'marks' && marks && <MarksPanel reader={reader} marks={marks} />}
      </div>
      <div className="shrink-0 pb-[env(safe-area-inset-bottom)]">
        <ReaderFooter reader={reader} />
        <Aloud reader={reader} />
        <ReaderSound reader={reader} />
      </div>
      {marks && <MarkEditor marks={marks} />}
      <PictureOfBook reader={reader} />
      {panel === 'settings' && <ReaderSettings reader={reader} page={surface} />}
    </FullScreen>
  );
}

function Aloud({ reader }: { reader: ReaderRef }) {
  const aloud = useSelector(reader, selectAloudRef);
  const isOn = useSelector(aloud, (state) => state !== undefined && selectAloudState(state) !== 'off');
  return aloud && isOn && <aloudStrip.View aloud={aloud} />;
}

function PinchSize({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const size = useSelector(reader, selectPinched);
  if (size === null) return null;
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-6 mx-auto w-fit rounded-full border border-line bg-surface-2 px-4 py-2 text-lg font-semibold text-ink tabular-nums shadow-lg"
    >
      {t('percent', { value: size })}
    </p>
  );
}
