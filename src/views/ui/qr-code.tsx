import { encodeQR } from 'qr';

interface QrCodeProps {
  text: string;
  label: string;
}

const BORDER = 2;

/** A text as a QR code, dark on white in every theme. Imports its encoder: load it lazily. */
export function QrCode({ text, label }: QrCodeProps) {
  const cells = encodeQR(text, 'raw', { border: BORDER });
  const path = cells.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${cells.length} ${cells.length}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md forced-color-adjust-none"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
