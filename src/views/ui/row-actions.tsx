import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

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
