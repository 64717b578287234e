import type { ClipboardEvent, DragEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CoverRef } from '../../machines/item-edit/cover.machine.ts';
import { useDomStore } from '../ui/dom-store.ts';

/** `receives` of the dialog, and an overlay during a drag. */
interface CoverDrop {
  readonly receives: {
    readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void;
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
    readonly onDragLeave: (event: DragEvent<HTMLElement>) => void;
    readonly onDrop: (event: DragEvent<HTMLElement>) => void;
  };
  readonly overlay: ReactNode;
}

const mayHold = ({ types }: DataTransfer): boolean => types.includes('Files') || types.includes('text/uri-list');
const isText = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

/**
 * Pictures dropped or pasted, and addresses dropped, in the dialog. Null ignores them: the browser must not open them.
 */
export function useCoverDrop(tab: CoverRef | null): CoverDrop {
  const t = useTranslations('editCover');
  const [isOver, over] = useDomStore(false);
  const pick = (files: FileList): boolean => {
    const file = [...files].find(({ type }) => type.startsWith('image/')) ?? files[0];
    if (file) tab?.send({ type: 'cover.pick', file });
    return file !== undefined;
  };
  return {
    receives: {
      onPaste(event) {
        if (tab && pick(event.clipboardData.files)) event.preventDefault();
      },
      onDragOver(event) {
        if (!mayHold(event.dataTransfer)) return;
        if (tab) over.write(true);
        else if (!event.dataTransfer.types.includes('Files') && isText(event.target)) return;
        else event.dataTransfer.dropEffect = 'none';
        event.preventDefault();
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) over.write(false);
      },
      onDrop(event) {
        over.write(false);
        if (!tab || !mayHold(event.dataTransfer)) return;
        event.preventDefault();
        if (pick(event.dataTransfer.files)) return;
        const [text = ''] = event.dataTransfer.getData('text/uri-list').split('\n');
        tab.send({ type: 'cover.type', field: 'address', text });
        tab.send({ type: 'cover.takeAddress' });
      },
    },
    overlay: isOver && (
      <div className="pointer-events-none absolute inset-0 z-3 grid place-items-center rounded-md border-2 border-dashed border-accent bg-surface-1/85 font-medium">
        {t('dropHere')}
      </div>
    ),
  };
}
