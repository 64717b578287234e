import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** A key that does the same as what it stands beside. Not shown on a touch screen, which comes without keys. */
export function KeyHint({ className, ...rest }: ComponentProps<'kbd'>) {
  return <kbd {...rest} className={cx('font-sans text-xs touch:hidden', className)} />;
}
