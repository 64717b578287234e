import { fromCallback } from 'xstate';
import type { UploadDesk } from '../../services/upload-desk.ts';
import { getPorts } from '../app/ports.ts';

/** Does something of the desk for as long as it runs; without its code, nothing. */
const held = (begin: (desk: UploadDesk) => () => void) =>
  fromCallback<{ type: 'none' }>(({ system }) => {
    let isOver = false;
    let end: (() => void) | null = null;
    getPorts(system)
      .files.desk()
      .then(
        (desk) => {
          if (!isOver) end = begin(desk);
        },
        () => undefined,
      );
    return () => {
      isOver = true;
      end?.();
    };
  });

/** The screen stays on. */
export const awake = held((desk) => desk.keepAwake());

/** The browser asks before it closes the page. */
export const closingQuestion = held((desk) => desk.askBeforeClosing());
