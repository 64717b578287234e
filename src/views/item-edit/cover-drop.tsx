import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { CoverRef } from '../../machines/item-edit/cover.machine.ts';
import { useDomStore } from '../ui/dom-store.ts';

/** Takes pictures that are dropped or pasted, and addresses that are dropped. Null: nothing is taken. */
export function CoverDrop({ tab, children }: { tab: CoverRef | null; children: ReactNode }) {
  const t = useTranslations('editCover');
  const [isOver, over] = useDomStore(false);
  const pick = (files: FileList): boolean => {
    const file = [...files].find(({ type }) => type.startsWith('image/')) ?? files[0];
    if (file) tab?.send({ type: 'cover.pick', file });
    return file !== undefined;
  };
  return (
    <div
      className="relative"
      onPaste={(event) => {
        if (tab && pick(event.clipboardData.files)) event.preventDefault();
      }}
      onDragOver={(event) => {
        const { types } = event.dataTransfer;
        if (!tab || (!types.includes('Files') && !types.includes('text/uri-list'))) return;
        event.preventDefault();
        over.write(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) over.write(false);
      }}
      onDrop={(event) => {
        over.write(false);
        if (!tab) return;
        event.preventDefault();
        if (pick(event.dataTransfer.files)) return;
        const [text = ''] = event.dataTransfer.getData('text/uri-list').split('\n');
        tab.send({ type: 'cover.type', field: 'address', text });
        tab.send({ type: 'cover.takeAddress' });
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-0 z-3 grid place-items-center rounded-md border-2 border-dashed border-accent bg-surface-1/85 font-medium">
          {t('dropHere')}
        </div>
      )}
    </div>
  );
}
