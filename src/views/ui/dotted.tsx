import { Children, Fragment, type ReactNode } from 'react';

/** Puts ' · ' between its children. Those that are empty (false, null, '') are left out. */
export function Dotted({ children }: { children: ReactNode }) {
  return Children.toArray(children)
    .filter((part) => part !== '')
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        {part}
      </Fragment>
    ));
}
