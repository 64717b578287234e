import { Pencil, Trash2, CircleCheck } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import type { IconButtonProps } from './icon-button.tsx';

interface RowAction {
  readonly label: string;
  readonly onClick: () => void;
}

export function RowActions({
  edit,
  remove,
}: {
  edit: RowAction | null;
  remove: (RowAction & { readonly busy: boolean }) | null;
}) {
  return (
    <span className="flex justify-end">
      {edit && <IconButton size="sm" icon={<Pencil size={16} />} label={edit.label} onClick={edit.onClick} />}
      {remove && (
        <IconButton
          size="sm"
          icon={<Trash2 size={16} />}
          label={remove.label}
          busy={remove.busy}
          onClick={remove.onClick}
        />
      )}
    </span>
  );
}

interface FinishedButtonProps {
  finished: boolean;
  label: string;
  onToggle: () => void;
  busy?: boolean | undefined;
  size?: IconButtonProps['size'];
}

export function FinishedButton({ finished, label, onToggle, busy, size }: FinishedButtonProps) {
  return (
    <IconButton
      label={label}
      size={size}
      busy={busy}
      onClick={onToggle}
      icon={<CircleCheck size={20} className={finished ? 'text-success' : undefined} />}
    />
  );
}
