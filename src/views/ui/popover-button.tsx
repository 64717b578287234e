import type { ReactNode } from 'react';
import { chunk } from './chunk.tsx';
import { useDomStore } from './dom-store.ts';
import { IconButton } from './icon-button.tsx';

const popover = chunk(async () => (await import('./popover.tsx')).Popover);

export interface PopoverButtonProps {
  label: string;
  icon: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Pointer or focus is on the button: a good time to load what the popover shows. */
  onWarm?: (() => void) | undefined;
  /** Width of the popover in CSS pixels. */
  width: number;
  children: ReactNode;
}

/** An icon button with a small panel. The code of popovers comes when pointer or focus is on the button. */
export function PopoverButton({ label, icon, open, onOpenChange, onWarm, width, children }: PopoverButtonProps) {
  const [anchor, anchorStore] = useDomStore<HTMLElement | null>(null);
  const warm = () => {
    void popover.preload();
    onWarm?.();
  };
  return (
    <>
      <IconButton
        ref={anchorStore.write}
        label={label}
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => onOpenChange(!open)}
      />
      {open && (
        <popover.View open anchor={anchor} label={label} width={width} onDismiss={() => onOpenChange(false)}>{children}</popover.View>
      )}
    </>
  );
}
