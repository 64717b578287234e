import type { ReactNode } from 'react';
import { useDomStore } from './dom-store.ts';

export interface DroppedData {
  readonly files: readonly File[];
  readonly entries: readonly FileSystemEntry[];
}

export function DropArea({
  label,
  disabled = false,
  onDrop,
  className = '',
  children,
}: {
  label: string;
  disabled?: boolean | undefined;
  onDrop: (dropped: DroppedData) => void;
  className?: string | undefined;
  children: ReactNode;
}) {
  const [isOver, over] = useDomStore(false);
  return (
    <div
      className={`relative ${className}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
        if (!disabled) over.write(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) over.write(false);
      }}
      onDrop={(event) => {
        over.write(false);
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        if (disabled) return;
        // Entries exist only until the event ends.
        const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
        // Without folders the files say all, also where an entry can't be read.
        const hasFolder = entries.some(({ isDirectory }) => isDirectory);
        onDrop({ files: [...event.dataTransfer.files], entries: hasFolder ? entries : [] });
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-x-(--page-inset) inset-y-0 z-3 rounded-lg border-2 border-dashed border-accent bg-surface-1/85">
          <p className="sticky top-0 grid h-48 place-items-center text-lg font-medium">{label}</p>
        </div>
      )}
    </div>
  );
}
