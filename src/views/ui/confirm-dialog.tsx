import { useRef } from 'react';
import { Button } from './button.tsx';
import type { ButtonVariant } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Dialog } from './dialog.tsx';
import type { DismissReason } from './dialog.tsx';
import { SanitizedHtml } from './sanitized-html.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** CSS pixels; 500 by default. */
  width?: number | undefined;
  /** HTML, shown sanitised. Names in it must be escaped. */
  message: string;
  kind: 'yesNo' | 'ok';
  confirmLabel: string;
  cancelLabel: string;
  closeLabel: string;
  tone?: Extract<ButtonVariant, 'success' | 'danger' | 'primary'> | undefined;
  checkbox?: { label: string; checked: boolean; onChange: (checked: boolean) => void } | undefined;
  persistent?: boolean | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  onCancel: (reason: DismissReason) => void;
  onClosed?: (() => void) | undefined;
}

/** A confirmation. Escape, the close button and a press outside cancel. */
export function ConfirmDialog({
  open,
  title,
  width,
  message,
  kind,
  confirmLabel,
  cancelLabel,
  closeLabel,
  tone = 'success',
  checkbox,
  persistent,
  busy,
  onConfirm,
  onCancel,
  onClosed,
}: ConfirmDialogProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      title={title}
      width={width}
      closeLabel={closeLabel}
      persistent={Boolean(persistent) || Boolean(busy)}
      onDismiss={onCancel}
      onClosed={onClosed}
      initialFocus={first}
      footerPlain
      footer={
        <>
          {kind === 'yesNo' && (
            <Button ref={tone === 'danger' ? first : undefined} onClick={() => onCancel('closeButton')}>
              {cancelLabel}
            </Button>
          )}
          <Button
            ref={kind === 'yesNo' && tone === 'danger' ? undefined : first}
            variant={tone}
            busy={busy}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <SanitizedHtml html={message} />
      {checkbox && (
        <div className="mt-4">
          <Checkbox {...checkbox} />
        </div>
      )}
    </Dialog>
  );
}
