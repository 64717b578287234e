import type { PictureFile } from '../../machines/own-stats/picture.machine.ts';

type Drawing = PictureFile['drawing']['drawing'];

const SHADES: Record<Drawing['boxes'][number]['shade'], string> = {
  0: 'fill-surface-3 forced-colors:fill-[Canvas] forced-colors:stroke-[GrayText]',
  1: 'fill-accent/30 forced-colors:fill-[Highlight] forced-colors:opacity-40',
  2: 'fill-accent/55 forced-colors:fill-[Highlight] forced-colors:opacity-60',
  3: 'fill-accent/80 forced-colors:fill-[Highlight] forced-colors:opacity-80',
  4: 'fill-accent forced-colors:fill-[Highlight]',
};

interface ChartSvgProps {
  drawing: Drawing;
  labelledBy: string;
  description: string;
}

/** Left to right in every language. */
export function ChartSvg({ drawing, labelledBy, description }: ChartSvgProps) {
  const { width, height, boxes, texts, lines } = drawing;
  return (
    <svg
      role="img"
      aria-labelledby={labelledBy}
      aria-describedby={`${labelledBy}-description`}
      viewBox={`0 0 ${width} ${height}`}
      className="h-auto w-full max-w-[40rem] forced-color-adjust-none"
    >
      <desc id={`${labelledBy}-description`}>{description}</desc>
      {lines.map(({ x, y, width: length }) => (
        <rect key={y} x={x} y={y} width={length} height={1} className="fill-line" />
      ))}
      {boxes.map(({ x, y, width: across, height: down, shade, tip }) => (
        <rect
          key={`${x} ${y} ${shade} ${tip}`}
          x={x}
          y={y}
          width={across}
          height={down}
          rx={Math.min(3, across / 2, down / 2)}
          data-tip={tip || undefined}
          className={SHADES[shade]}
        />
      ))}
      {texts.map(({ x, y, text, anchor, isStrong }) => (
        <text
          key={`${x} ${y}`}
          x={x}
          y={y}
          textAnchor={anchor}
          className={isStrong ? 'fill-ink text-[13px] font-medium' : 'fill-ink-2 text-[13px] tabular-nums'}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}
