import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { FocusOnMount } from '../ui/focus.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useFocusBack } from '../ui/focus-moves.ts';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';

interface SidePanelProps {
  label: string;
  closeLabel: string;
  onClose: () => void;
  /** Beside the close button; its first control gets the focus, unless the place in view is in the list below. */
  header: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}

/** 24 rem wide; a press beside it closes it. */
export function SidePanel({ label, closeLabel, onClose, header, children, foot }: SidePanelProps) {
  const t = useTranslations('common');
  const focusBack = useFocusBack();
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className="overlay-fade absolute inset-0 bg-scrim"
        onClick={onClose}
      />
      <aside
        ref={focusBack}
        aria-label={label}
        className="absolute inset-y-0 start-0 flex w-[24rem] max-w-full phone:w-full flex-col border-e border-line bg-surface-1 shadow-overlay"
      >
        <FocusOnMount>
          <div className="flex items-center gap-1 p-2 ps-4">
            <div className="min-w-0 flex-1">{header}</div>
            <IconButton label={closeLabel} tip={t('close')} icon={<X size={20} />} onClick={onClose} />
          </div>
        </FocusOnMount>
        <div
          ref={beginAtCurrent}
          data-scroller=""
          className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4"
        >
          {children}
        </div>
        {foot}
      </aside>
    </>
  );
}

function beginAtCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current="location"]');
  current?.scrollIntoView({ block: 'center' });
  current?.focus({ preventScroll: true });
}

/** The panel closes, and the page gets the focus, so that keys turn it. */
export function goFromPanel(reader: ReaderRef, target: string, pressed: Element): void {
  const page = pressed.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-focus-home]');
  page?.focus({ preventScroll: true });
  reader.send({ type: 'reader.go', target });
}
