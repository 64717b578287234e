import type { ReactNode } from 'react';
import { chunk } from './chunk.tsx';
import { TriggerButton } from './trigger-button.tsx';
import { useTrigger } from './use-trigger.ts';

const popover = chunk(async () => (await import('./popover.tsx')).Popover);

export interface PopoverButtonProps {
  label: string;
  icon: ReactNode;
  /** Beside the icon; not on phones. */
  text?: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Pointer or focus is on the button: a good time to load what the popover shows. */
  onPrefetch?: (() => void) | undefined;
  /** On phones the popover is a sheet with this title; a popover when absent. */
  sheetTitle?: string | undefined;
  /** Width of the popover in CSS pixels. */
  width: number;
  children: ReactNode;
}

/** A button with a popover, whose code loads while pointer or focus is on the button. */
export function PopoverButton({
  label,
  icon,
  text,
  sheetTitle,
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
          sheetTitle={sheetTitle}
          onDismiss={() => onOpenChange(false)}
        >
          {children}
        </popover.View>
      )}
    </>
  );
}
