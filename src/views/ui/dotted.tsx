import { Children, Fragment, type ReactNode } from 'react';

/**
 * Puts ' · ' between its children. Those that are empty (false, null, '') are left out. Where the line breaks at a dot,
 * the dot ends the line and does not begin the next.
 */
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
