import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/hand-focus-on.ts';
import { IconButton } from '../ui/icon-button.tsx';

export interface NoticeBarProps {
  text: string;
  action: string;
  onAction: () => void;
  dismiss: string;
  onDismiss: () => void;
}

export function NoticeBar({ text, action, onAction, dismiss, onDismiss }: NoticeBarProps) {
  return (
    <div
      ref={handFocusOn}
      className="flex max-w-full items-center gap-3 rounded-lg border border-line bg-surface-1 py-1.5 ps-4 pe-1.5 text-sm text-ink shadow-overlay"
    >
      <p className="min-w-0">{text}</p>
      <Button size="sm" onClick={onAction}>
        {action}
      </Button>
      <IconButton size="sm" label={dismiss} icon={<X size={16} />} onClick={onDismiss} />
    </div>
  );
}

export function Notices({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex flex-col items-center gap-2 px-4 *:pointer-events-auto has-[p]:pb-2">
      {children}
    </div>
  );
}
