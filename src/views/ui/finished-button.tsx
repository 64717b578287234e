import { CircleCheck } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import type { IconButtonProps } from './icon-button.tsx';

export interface FinishedButtonProps {
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
