import { useState } from 'react';
import { CoverPlaceholder, placeholderColour } from './cover-placeholder.tsx';
import { cx } from './cx.ts';

interface OutsideCoverProps {
  /** Key the cover by this. */
  src: string | null;
  title: string;
  className?: string | undefined;
}

/** A square cover of another site, requested without a referrer; a placeholder when missing or broken. */
export function OutsideCover({ src, title, className }: OutsideCoverProps) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <div
      className={cx(
        'relative isolate aspect-square overflow-hidden rounded-sm [contain:paint] after:pointer-events-none after:absolute after:inset-0 after:rounded-[inherit] after:inset-ring after:inset-ring-ink/10 forced-colors:after:border',
        className,
      )}
      style={{ background: placeholderColour(title) }}
    >
      {src === null || isBroken ? (
        <CoverPlaceholder title={title} />
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={false}
          onError={() => setIsBroken(true)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </div>
  );
}
