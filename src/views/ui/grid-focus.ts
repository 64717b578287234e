import type { GridStore } from './grid-store.ts';
import { focusInside } from './roving.ts';

interface FocusStart {
  readonly initialFocus?: number | undefined;
  readonly initialStop?: number | undefined;
  readonly follow?: object | null | undefined;
}

/** The focus in a grid, which stays with its entry while rows come, go and are drawn late. */
export interface GridFocus {
  /** After the shape was set. */
  measured(count: number): void;
  /** Focuses the cell that waits for its row. */
  restore(grid: HTMLElement, active: number): void;
  /** Moves the focus to a cell, without scrolling. */
  follow(grid: HTMLElement, target: { readonly index: number }): void;
  keepEntry(grid: HTMLElement, ids: readonly string[]): void;
  /** The last cell was removed with the focus. */
  keepInGrid(grid: HTMLElement, active: number): void;
  /** `keepsControl`: to the same control of the cell. */
  moveTo(grid: HTMLElement, index: number, keepsControl: boolean): void;
  /** The cell that has the focus now; null: no cell. */
  entered(target: Element, ids: readonly string[] | undefined): number | null;
  left(): void;
}

export function createGridFocus(store: GridStore, { initialFocus, initialStop, follow }: FocusStart): GridFocus {
  let pendingCell = initialFocus;
  let pendingStop = initialStop;
  /** The tab stop gets the focus once it is drawn. */
  let isDue = false;
  let followed = follow;
  let focused: { readonly id: string | null; readonly control: number } = { id: null, control: 0 };
  let hasFocus = false;

  /** Or the focused cell was just removed, without an event. */
  const isHere = (grid: HTMLElement) =>
    grid.contains(document.activeElement) || (hasFocus && document.activeElement === document.body);

  return {
    measured(count) {
      if (count === 0) return;
      if (pendingStop !== undefined) store.activate(pendingStop, false);
      pendingStop = undefined;
      if (pendingCell !== undefined) store.activate(pendingCell, true);
    },
    restore(grid, active) {
      if (pendingCell !== undefined) {
        isDue = true;
        store.activate(pendingCell, true);
        pendingCell = undefined;
        if (store.read().active !== active) return;
      }
      if (!isDue) return;
      isDue = false;
      focusCell(grid, active);
    },
    follow(grid, target) {
      if (followed === target) return;
      followed = target;
      isDue = moveFocus(grid, store, target.index, focused.control, isHere(grid));
    },
    keepEntry(grid, ids) {
      const { id, control } = focused;
      const now = store.read().active;
      if (id === null || ids[now] === id) return;
      const index = ids.indexOf(id);
      if (index === -1) focused = { id: ids[now] ?? null, control };
      else isDue = moveFocus(grid, store, index, control, isHere(grid));
    },
    keepInGrid(grid, active) {
      if (hasFocus && document.activeElement === document.body) moveFocus(grid, store, active, focused.control, true);
    },
    moveTo(grid, index, keepsControl) {
      if (keepsControl) {
        isDue = moveFocus(grid, store, index, focused.control, true);
        return;
      }
      isDue = true;
      const { active } = store.read();
      store.activate(index, true);
      if (index === active) focusCell(grid, index);
    },
    entered(target, ids) {
      const cell = target.closest<HTMLElement>('[data-cell]');
      if (!cell) return null;
      if (target === cell) handOn(cell);
      const index = Number(cell.dataset['cell']);
      hasFocus = true;
      focused = { id: ids?.[index] ?? null, control: controlsIn(cell).indexOf(target as HTMLElement) };
      store.activate(index, true);
      return index;
    },
    left() {
      hasFocus = false;
      store.release();
    },
  };
}

function focusCell(grid: HTMLElement, index: number): void {
  const cell = grid.querySelector<HTMLElement>(`[data-cell="${index}"]`);
  focusInside(cell);
  if (cell && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
}

/** `control`: of the cell, from 0. True: the cell is not in the document yet. */
function moveFocus(grid: HTMLElement, store: GridStore, index: number, control: number, isHere: boolean): boolean {
  store.activate(index, isHere);
  if (!isHere) return false;
  const cell = grid.querySelector(`[data-cell="${index}"]`);
  const target = cell && controlsIn(cell)[control];
  if (target) target.focus({ preventScroll: true });
  else focusCell(grid, index);
  return cell === null;
}

const controlsIn = (cell: Element) => [...cell.querySelectorAll<HTMLElement>('a[href], button, input')];

function handOn(cell: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === cell) focusInside(cell);
    if (document.activeElement !== cell) observer.disconnect();
  });
  observer.observe(cell, { childList: true, subtree: true });
}
