import { CircleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { handFocusOn } from './focus.tsx';

export function RestoredNote({
  text,
  discardLabel,
  disabled,
  onDiscard,
}: {
  text: string;
  discardLabel: string;
  disabled: boolean;
  onDiscard: () => void;
}) {
  return (
    <div
      ref={handFocusOn}
      className="col-span-full flex flex-wrap items-center gap-3 rounded-md bg-surface-2 px-3 py-2 text-sm"
    >
      <p role="status" className="min-w-0 flex-1">
        {text}
      </p>
      <Button size="sm" disabled={disabled} onClick={onDiscard}>
        {discardLabel}
      </Button>
    </div>
  );
}

interface ClashBoxProps {
  message: string;
  due?: string | null;
  choices: readonly { readonly text: string; readonly label: string; readonly onChoose: () => void }[];
}

/** Below a field that changed elsewhere during editing: asks whose value to keep. */
export function ClashBox({ message, due = null, choices }: ClashBoxProps) {
  return (
    <div
      ref={handFocusOn}
      role="status"
      data-due={due === null ? undefined : ''}
      className="mt-2 flex flex-wrap gap-2 rounded-md border border-line px-3 py-2.5 text-sm data-due:border-danger"
    >
      <p className="line-clamp-3 min-w-0 basis-full text-ink-2">{message}</p>
      {due !== null && (
        <p className="flex min-w-0 basis-full items-start gap-1.5 text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" />
          {due}
        </p>
      )}
      {choices.map(({ text, label, onChoose }) => (
        <Button key={label} size="sm" aria-label={label} onClick={onChoose}>
          {text}
        </Button>
      ))}
    </div>
  );
}
