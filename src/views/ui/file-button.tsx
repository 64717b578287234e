import { useId } from 'react';
import type { ReactNode } from 'react';
import { buttonClass, type ButtonVariant } from './button.tsx';
import { cx } from './cx.ts';

export interface FileButtonProps {
  icon: ReactNode;
  accept?: string | undefined;
  multiple?: boolean | undefined;
  isFolder?: boolean | undefined;
  disabled?: boolean | undefined;
  variant?: ButtonVariant | undefined;
  tip?: string | undefined;
  onPick: (files: readonly File[]) => void;
  children: ReactNode;
}

export function FileButton({
  icon,
  accept,
  multiple,
  isFolder = false,
  disabled = false,
  variant,
  tip,
  onPick,
  children,
}: FileButtonProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={cx(
        buttonClass(variant),
        'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        disabled && 'opacity-60',
      )}
      data-tip={tip}
    >
      {icon}
      <span>{children}</span>
      <input
        ref={(input) => {
          if (input) input.webkitdirectory = isFolder;
        }}
        id={id}
        type="file"
        accept={accept}
        multiple={multiple || isFolder}
        disabled={disabled}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (files.length > 0) onPick(files);
          // The same file may be picked again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
