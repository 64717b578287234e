import { ContainedImage } from './contained-image.tsx';
import { placeholderHue } from './cover-placeholder.tsx';

/** Height by width of the box. */
export const AUTHOR_RATIO = 1.25;

/** Pictures flatter or taller than this (height by width) are not cropped. */
const FLATTEST = 0.5;
const TALLEST = 2;

export interface AuthorImageProps {
  src: string | null;
  src2x?: string | undefined;
  name: string;
  width: number;
  alt?: string | undefined;
  priority?: 'high' | 'auto' | 'low' | undefined;
}

export function AuthorImage({ src, src2x, name, width, alt = '', priority }: AuthorImageProps) {
  const initials = <Initials name={name} />;
  return (
    <div
      className="@container relative isolate w-full overflow-hidden rounded-md bg-surface-3 [contain:paint]"
      style={{ aspectRatio: `1 / ${AUTHOR_RATIO}` }}
    >
      {src === null ? (
        initials
      ) : (
        <ContainedImage
          key={src}
          src={src}
          src2x={src2x}
          alt={alt}
          width={width}
          height={Math.round(width * AUTHOR_RATIO)}
          priority={priority}
          isOdd={(ratio) => ratio < FLATTEST || ratio > TALLEST}
          fallback={initials}
        />
      )}
    </div>
  );
}

function Initials({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('');
  const hue = placeholderHue(name);
  return (
    <span
      aria-hidden="true"
      className="grid size-full place-items-center text-[32cqi] font-semibold uppercase"
      style={{ background: `oklch(0.36 0.045 ${hue})`, color: `oklch(0.9 0.03 ${hue})` }}
    >
      {letters}
    </span>
  );
}
