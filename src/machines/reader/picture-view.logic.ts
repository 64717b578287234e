export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a picture stands in its frame, in CSS pixels; `scale` 1: its own size. */
export interface View extends Point {
  readonly scale: number;
}

/** A small picture is fitted as far as this. */
const MOST_FITTED = 3;
/** Times its own size, or times the fitted one where that is more. */
const MOST = 4;
/** A fitted picture of this scale is hardly larger in its own size. */
const NEARLY_OWN = 0.8;

/** The whole picture, in the middle. */
export function fitted(picture: Size, frame: Size): View {
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height, MOST_FITTED);
  return placed({ x: 0, y: 0, scale }, picture, frame);
}

export function scalesOf(picture: Size, frame: Size): { readonly least: number; readonly most: number } {
  const { scale } = fitted(picture, frame);
  return { least: Math.min(scale, 1), most: MOST * Math.max(scale, 1) };
}

/** Keeps the point `at` in its place, as far as the picture stays in the frame. */
export function zoomed(view: View, factor: number, at: Point, picture: Size, frame: Size): View {
  const { least, most } = scalesOf(picture, frame);
  const scale = Math.min(Math.max(view.scale * factor, least), most);
  const by = view.scale > 0 ? scale / view.scale : 1;
  return placed({ x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by, scale }, picture, frame);
}

export const moved = (view: View, by: Point, picture: Size, frame: Size): View =>
  placed({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, frame);

/** From the fitted size (not 0) to the own one, or twice the fitted one where the own one is hardly larger. */
export const closer = ({ scale }: View): number => (scale < NEARLY_OWN ? 1 / scale : 2);

/** In the middle where the frame has room, else without a gap beside it. */
function placed({ x, y, scale }: View, picture: Size, frame: Size): View {
  const place = (at: number, length: number, room: number) =>
    length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at));
  return {
    x: place(x, picture.width * scale, frame.width),
    y: place(y, picture.height * scale, frame.height),
    scale,
  };
}
