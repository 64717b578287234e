import type { ComponentProps, ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { buttonClass } from './button-class.ts';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import type { IconButtonProps } from './icon-button.tsx';

export interface TriggerButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  label: string;
  icon: ReactNode;
  text?: string | undefined;
  iconOnPhone?: boolean | undefined;
  size?: IconButtonProps['size'];
}

export function TriggerButton({ label, icon, text, iconOnPhone = false, size, ...rest }: TriggerButtonProps) {
  if (text === undefined) return <IconButton {...rest} label={label} icon={icon} size={size} />;
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={buttonClass(
        'ghost',
        'md',
        'max-w-56 min-w-0 shrink! px-2.5 aria-expanded:bg-surface-2 aria-expanded:text-ink phone:max-w-40',
      )}
    >
      {icon}
      <span className={cx('truncate', iconOnPhone && 'phone:hidden')}>{text}</span>
      <ChevronDown size={14} className={cx('shrink-0 opacity-70', iconOnPhone && 'phone:hidden')} />
    </button>
  );
}
