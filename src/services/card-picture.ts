import { AppException } from '../schemas/app-error.ts';
import { fitted, LABEL_SIZE, placeNames, type Measure } from './card-layout.ts';

/** Content of a card picture, localised. */
export interface CardPicture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** The account, below the title. */
  readonly subtitle: string;
  readonly figures: readonly { readonly value: string; readonly label: string }[];
  readonly lists: readonly { readonly label: string; readonly entries: readonly string[] }[];
  readonly covers: readonly string[];
  /** URLs of dimmed background pictures. */
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

/** Draws a card as PNG without pictures that fail to load. Rejects with `AppException`. */
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
  text(context, title, INSET, INSET + 44, room, { weight: 700, size: 46, colour: ACCENT });
  text(context, subtitle, INSET, INSET + 84, room, { weight: 500, size: 24, colour: DIM });
  const column = room / 2;
  let top = INSET + 150;
  figures.forEach(({ value, label }, index) => {
    const x = INSET + (index % 2) * column;
    const y = top + Math.floor(index / 2) * 108;
    text(context, value, x, y + 34, column - 20, { weight: 700, size: 46, colour: INK });
    text(context, label, x, y + 66, column - 20, { weight: 500, size: 22, colour: DIM });
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
  const box = { x: INSET, y: top, width: room, height: height - INSET - top };
  const { size, labels, names } = placeNames(lists, box, measureOf(context, 600));
  context.font = fontOf(500, LABEL_SIZE);
  context.fillStyle = DIM;
  for (const { text: words, x, y } of labels) context.fillText(words, x, y);
  context.font = fontOf(600, size);
  context.fillStyle = INK;
  for (const { text: words, x, y } of names) context.fillText(words, x, y);
}

function paintWide(context: CanvasRenderingContext2D, { width, title, subtitle, figures }: CardPicture): void {
  const room = width - 2 * 28;
  text(context, title, 28, 52, room, { weight: 700, size: 28, colour: ACCENT });
  text(context, subtitle, 28, 80, room, { weight: 500, size: 16, colour: DIM });
  const column = room / Math.max(1, figures.length);
  figures.forEach(({ value, label }, index) => {
    text(context, value, 28 + index * column, 138, column - 12, { weight: 700, size: 30, colour: INK });
    text(context, label, 28 + index * column, 164, column - 12, { weight: 500, size: 15, colour: DIM });
  });
}

const fontOf = (weight: number, size: number): string => `${weight} ${size}px ${FONT}`;

const measureOf =
  (context: CanvasRenderingContext2D, weight: number): Measure =>
  (words, size) => {
    context.font = fontOf(weight, size);
    return context.measureText(words).width;
  };

function text(
  context: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  room: number,
  { weight, size, colour }: { readonly weight: number; readonly size: number; readonly colour: string },
): void {
  const shown = fitted(words, room, size, measureOf(context, weight));
  context.font = fontOf(weight, shown.size);
  context.fillStyle = colour;
  context.fillText(shown.text, x, y);
}

function cover(context: CanvasRenderingContext2D, image: HTMLImageElement, x: number, y: number, size: number): void {
  const side = Math.min(image.naturalWidth, image.naturalHeight);
  const left = (image.naturalWidth - side) / 2;
  context.drawImage(image, left, (image.naturalHeight - side) / 2, side, side, x, y, size, size);
}
