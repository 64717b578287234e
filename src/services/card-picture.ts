import { AppException } from '../schemas/app-error.ts';

/** What stands on a picture of a card, in words. */
export interface CardPicture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** Whose card it is, below the title. */
  readonly subtitle: string;
  readonly figures: readonly { readonly value: string; readonly label: string }[];
  readonly lists: readonly { readonly label: string; readonly entries: readonly string[] }[];
  /** Addresses of pictures on the card. */
  readonly covers: readonly string[];
  /** Addresses of pictures behind everything, dimmed. */
  readonly background: readonly string[];
}

const INK = '#f5efe6';
const DIM = '#c9bfb1';
const ACCENT = '#f2b45c';
const SURFACE = '#14110d';
const FONT = '"Inter Variable", system-ui, sans-serif';
const INSET = 48;
const BACKGROUND_COLUMNS = 5;
const COVER_COLUMNS = 4;
const COVER_GAP = 12;

/** Draws a card as PNG. Pictures that do not load are left out. Rejects with an `AppException` when it cannot. */
export async function paintCard(card: CardPicture, signal: AbortSignal): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = card.width;
  canvas.height = card.height;
  const context = canvas.getContext('2d');
  if (!context) throw new AppException({ kind: 'unexpected', message: 'This browser can’t draw pictures' });
  const [covers, background] = await Promise.all([loadAll(card.covers), loadAll(card.background)]);
  await document.fonts.load(`600 48px ${FONT}`).catch(() => []);
  signal.throwIfAborted();
  paintBackground(context, card, background);
  if (card.height > card.width / 2) paintSquare(context, card, covers);
  else paintWide(context, card);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new AppException({ kind: 'unexpected', message: 'The picture couldn’t be made' }));
    }, 'image/png');
  });
}

async function loadAll(addresses: readonly string[]): Promise<readonly HTMLImageElement[]> {
  const loaded = await Promise.all(
    addresses.map(async (address) => {
      const image = new Image();
      image.src = address;
      return image.decode().then(
        () => image,
        () => null,
      );
    }),
  );
  return loaded.filter((image) => image !== null);
}

function paintBackground(
  context: CanvasRenderingContext2D,
  { width, height }: CardPicture,
  images: readonly HTMLImageElement[],
): void {
  context.fillStyle = SURFACE;
  context.fillRect(0, 0, width, height);
  if (images.length === 0) return;
  const size = width / BACKGROUND_COLUMNS;
  for (let index = 0; index < BACKGROUND_COLUMNS * Math.ceil(height / size); index++) {
    const image = images[index % images.length];
    if (image)
      cover(context, image, (index % BACKGROUND_COLUMNS) * size, Math.floor(index / BACKGROUND_COLUMNS) * size, size);
  }
  context.fillStyle = 'rgb(20 17 13 / 0.86)';
  context.fillRect(0, 0, width, height);
}

function paintSquare(
  context: CanvasRenderingContext2D,
  { width, height, title, subtitle, figures, lists, covers }: CardPicture,
  images: readonly HTMLImageElement[],
): void {
  const room = width - 2 * INSET;
  text(context, title, INSET, INSET + 44, room, `700 46px ${FONT}`, ACCENT);
  text(context, subtitle, INSET, INSET + 84, room, `500 24px ${FONT}`, DIM);
  const column = room / 2;
  let top = INSET + 150;
  figures.forEach(({ value, label }, index) => {
    const x = INSET + (index % 2) * column;
    const y = top + Math.floor(index / 2) * 108;
    text(context, value, x, y + 34, column - 20, `700 46px ${FONT}`, INK);
    text(context, label, x, y + 66, column - 20, `500 22px ${FONT}`, DIM);
  });
  top += Math.ceil(figures.length / 2) * 108 + 16;
  if (covers.length > 0) {
    const rows = images.length > COVER_COLUMNS ? 2 : 1;
    const left = height - INSET - top - (rows - 1) * COVER_GAP;
    const size = Math.min((room - (COVER_COLUMNS - 1) * COVER_GAP) / COVER_COLUMNS, left / rows);
    images.slice(0, rows * COVER_COLUMNS).forEach((image, index) => {
      const [column, row] = [index % COVER_COLUMNS, Math.floor(index / COVER_COLUMNS)];
      cover(context, image, INSET + column * (size + COVER_GAP), top + row * (size + COVER_GAP), size);
    });
  }
  lists.forEach(({ label, entries }, index) => {
    const x = INSET + (index % 2) * column;
    const y = top + Math.floor(index / 2) * (entries.length > 1 ? 190 : 100);
    text(context, label, x, y + 22, column - 20, `500 22px ${FONT}`, DIM);
    entries.forEach((entry, place) =>
      text(context, entry, x, y + 58 + place * 40, column - 20, `600 30px ${FONT}`, INK),
    );
  });
}

function paintWide(context: CanvasRenderingContext2D, { width, title, subtitle, figures }: CardPicture): void {
  const room = width - 2 * 28;
  text(context, title, 28, 52, room, `700 28px ${FONT}`, ACCENT);
  text(context, subtitle, 28, 80, room, `500 16px ${FONT}`, DIM);
  const column = room / Math.max(1, figures.length);
  figures.forEach(({ value, label }, index) => {
    text(context, value, 28 + index * column, 138, column - 12, `700 30px ${FONT}`, INK);
    text(context, label, 28 + index * column, 164, column - 12, `500 15px ${FONT}`, DIM);
  });
}

/** A text in a line of its own, cut with an ellipsis where there is no more room. */
function text(
  context: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  room: number,
  font: string,
  colour: string,
): void {
  context.font = font;
  context.fillStyle = colour;
  let shown = words;
  while (shown.length > 1 && context.measureText(shown).width > room) shown = `${shown.slice(0, -2).trimEnd()}…`;
  context.fillText(shown, x, y);
}

/** A picture that fills a square. */
function cover(context: CanvasRenderingContext2D, image: HTMLImageElement, x: number, y: number, size: number): void {
  const side = Math.min(image.naturalWidth, image.naturalHeight);
  const left = (image.naturalWidth - side) / 2;
  context.drawImage(image, left, (image.naturalHeight - side) / 2, side, side, x, y, size, size);
}
