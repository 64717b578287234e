import { Children, Fragment, type ReactNode } from 'react';

/** Puts ' · ' between its children, without empty ones. A dot ends a line, it never begins one. */
export function Dotted({ children }: { children: ReactNode }) {
  return Children.toArray(children)
    .filter((part) => part !== '')
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && (
          <>
            <span className="whitespace-nowrap"> ·</span>{' '}
          </>
        )}
        {part}
      </Fragment>
    ));
}
