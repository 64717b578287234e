import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export function KeyHint({ className, ...rest }: ComponentProps<'kbd'>) {
  return <kbd {...rest} className={cx('font-sans text-xs touch:hidden', className)} />;
}
