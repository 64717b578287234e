import { AppException } from '../schemas/app-error.ts';

/** In units of the drawing, from its top left. */
export interface DrawnBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0: none; 1..4 from pale to full. */
  readonly shade: 0 | 1 | 2 | 3 | 4;
  readonly tip: string;
}

export interface DrawnText {
  readonly x: number;
  /** Of the base line. */
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly isStrong: boolean;
}

export interface DrawnLine {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly DrawnBox[];
  readonly texts: readonly DrawnText[];
  readonly lines: readonly DrawnLine[];
}

export interface NamedDrawing {
  readonly title: string;
  /** Source of the figures, below the title. */
  readonly note: string;
  readonly drawing: Drawing;
}

export const TEXT_SIZE = 13;

const INK = '#2b2620';
const DIM = '#645c52';
const LINE = '#e2dcd2';
const PAPER = '#fdfcfa';
const SHADES = ['#ece7df', '#f3d9b4', '#e8b878', '#d9953f', '#c27a1c'] as const;
const FONT = '"Inter Variable", system-ui, sans-serif';
/** Pixels per unit. */
const SCALE = 2;
const INSET = 24;
const HEAD = 64;

/** Draws a PNG, dark on light. Rejects with `AppException`. */
export async function paintDrawing({ title, note, drawing }: NamedDrawing, signal: AbortSignal): Promise<Blob> {
  const width = drawing.width + 2 * INSET;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new AppException({ kind: 'unexpected', message: 'This browser can’t draw pictures' });
  await document.fonts.load(`600 20px ${FONT}`).catch(() => []);
  signal.throwIfAborted();
  context.font = `400 12px ${FONT}`;
  const notes = inLines(context, note, drawing.width);
  const top = INSET + HEAD - 16 + notes.length * 17;
  canvas.width = width * SCALE;
  canvas.height = (top + drawing.height + INSET) * SCALE;
  context.scale(SCALE, SCALE);
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, canvas.height);
  write(context, title, INSET, INSET + 18, `650 20px ${FONT}`, INK);
  notes.forEach((line, index) => write(context, line, INSET, INSET + 42 + index * 17, `400 12px ${FONT}`, DIM));
  context.translate(INSET, top);
  context.fillStyle = LINE;
  for (const { x, y, width: length } of drawing.lines) context.fillRect(x, y, length, 1);
  for (const { x, y, width: across, height, shade } of drawing.boxes) {
    context.fillStyle = SHADES[shade];
    context.beginPath();
    context.roundRect(x, y, across, height, Math.min(3, across / 2, height / 2));
    context.fill();
  }
  for (const { x, y, text, anchor, isStrong } of drawing.texts) {
    context.textAlign = anchor === 'middle' ? 'center' : anchor === 'end' ? 'right' : 'left';
    write(context, text, x, y, `${isStrong ? 500 : 400} ${TEXT_SIZE}px ${FONT}`, isStrong ? INK : DIM);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new AppException({ kind: 'unexpected', message: 'The picture couldn’t be made' }));
    }, 'image/png');
  });
}

function write(context: CanvasRenderingContext2D, text: string, x: number, y: number, font: string, colour: string) {
  context.font = font;
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

function inLines(context: CanvasRenderingContext2D, text: string, room: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && context.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
