import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const SIZES = {
  1: 'text-2xl font-semibold tracking-tight phone:text-xl',
  2: 'text-lg font-semibold',
  3: 'text-base font-semibold',
  4: 'text-sm font-semibold',
} as const;

export interface HeadingProps {
  level: 1 | 2 | 3 | 4;
  /** Where outline and design differ. */
  looksLike?: 1 | 2 | 3 | 4 | undefined;
  id?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A heading of the outline. One level 1 per page; levels do not skip. */
export function Heading({ level, looksLike = level, id, className, children }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} className={cx('text-ink text-balance', SIZES[looksLike], className)}>
      {children}
    </Tag>
  );
}
