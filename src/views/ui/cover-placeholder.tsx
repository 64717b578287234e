import { cx } from './cx.ts';

const HUES = [28, 62, 96, 142, 178, 214, 252, 288, 322, 352] as const;

/** OKLCH hue, in degrees: the same title has the same colour on every page and device. */
export function placeholderHue(text: string): number {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  return HUES[(hash >>> 0) % HUES.length] ?? HUES[0];
}

export function placeholderColour(title: string): string {
  return `oklch(0.36 0.045 ${placeholderHue(title)})`;
}

/** Cuts after `limit` characters (not code units) and adds an ellipsis. */
export function cutAt(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('').trimEnd()}…`;
}

export interface CoverPlaceholderProps {
  title: string;
  author?: string | undefined;
  className?: string | undefined;
}

export function CoverPlaceholder({ title, author, className }: CoverPlaceholderProps) {
  const hue = placeholderHue(title);
  return (
    <span
      aria-hidden="true"
      className={cx(
        '@container flex size-full flex-col justify-between gap-1 border-s-[0.375rem] p-[9%] text-start',
        className,
      )}
      style={{
        background: placeholderColour(title),
        borderColor: `oklch(0.3 0.05 ${hue})`,
        color: `oklch(0.94 0.03 ${hue})`,
      }}
    >
      <span
        dir="auto"
        className="overflow-hidden text-[clamp(0.6875rem,11cqi,1.5rem)] leading-[1.22] font-semibold wrap-anywhere @max-[3.25rem]:hidden @max-[5rem]:clamp-3"
      >
        {cutAt(title, 60)}
      </span>
      {author && (
        <span
          dir="auto"
          className="clamp-2 text-[clamp(0.625rem,8cqi,1rem)] leading-tight opacity-85 wrap-anywhere @max-[5rem]:hidden"
        >
          {cutAt(author, 30)}
        </span>
      )}
      <span
        data-letter={[...title.trim()][0]}
        className="m-auto hidden text-xl font-semibold before:content-[attr(data-letter)] @max-[3.25rem]:block"
      />
    </span>
  );
}
