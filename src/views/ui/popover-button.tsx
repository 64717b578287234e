import type { ReactNode } from 'react';
import { chunk } from './chunk.tsx';
import { TriggerButton } from './menu-button.tsx';
import type { SheetHead } from './popup.ts';
import { useTrigger } from './use-trigger.ts';

const popover = chunk(async () => (await import('./popover.tsx')).Popover);

export interface PopoverButtonProps {
  label: string;
  icon: ReactNode;
  text?: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPrefetch?: (() => void) | undefined;
  sheet?: SheetHead | undefined;
  /** CSS pixels. */
  width: number;
  children: ReactNode;
}

export function PopoverButton({
  label,
  icon,
  text,
  sheet,
  open,
  onOpenChange,
  onPrefetch,
  width,
  children,
}: PopoverButtonProps) {
  const { anchor, trigger } = useTrigger({
    popup: 'dialog',
    open,
    onPress: onOpenChange,
    onPrefetch: () => {
      void popover.preload();
      onPrefetch?.();
    },
  });
  return (
    <>
      <TriggerButton {...trigger} label={label} icon={icon} text={text} iconOnPhone />
      {open && (
        <popover.View
          open
          anchor={anchor}
          label={label}
          width={width}
          sheet={sheet}
          onDismiss={() => onOpenChange(false)}
        >
          {children}
        </popover.View>
      )}
    </>
  );
}
