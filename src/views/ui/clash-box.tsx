import { Button } from './button.tsx';

interface ClashBoxProps {
  /** What the value is elsewhere. */
  message: string;
  choices: readonly { readonly text: string; readonly label: string; readonly onChoose: () => void }[];
}

/** Under a field: it was changed elsewhere while it was edited here. Whose value shall it be? */
export function ClashBox({ message, choices }: ClashBoxProps) {
  return (
    <div role="status" className="mt-2 flex flex-wrap gap-2 rounded-md border border-line px-3 py-2.5 text-sm">
      <p className="line-clamp-3 min-w-0 basis-full text-ink-2">{message}</p>
      {choices.map(({ text, label, onChoose }) => (
        <Button key={label} size="sm" aria-label={label} onClick={onChoose}>
          {text}
        </Button>
      ))}
    </div>
  );
}
