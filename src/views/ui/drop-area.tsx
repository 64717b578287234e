import type { DragEvent, ReactNode } from 'react';
import { useState } from 'react';

export interface DroppedData {
  readonly files: readonly File[];
  readonly entries: readonly FileSystemEntry[];
}

/** Whether something is dragged over an element, until it leaves the whole of it. */
export function useDropTarget() {
  const [isOver, setIsOver] = useState(false);
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setIsOver(false);
  };
  return { isOver, setIsOver, onDragLeave };
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
  const { isOver, setIsOver, onDragLeave } = useDropTarget();
  return (
    <div
      className={`relative ${className}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
        if (!disabled) setIsOver(true);
      }}
      onDragLeave={onDragLeave}
      onDrop={(event) => {
        setIsOver(false);
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
