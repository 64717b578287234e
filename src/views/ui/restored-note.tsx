import { Button } from './button.tsx';
import { handFocusOn } from './hand-focus-on.ts';

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
