import { fromCallback } from 'xstate';
import { askBeforeClosing, keepAwake } from '../../services/upload-desk.ts';

/** The screen stays on. */
export const awake = fromCallback<{ type: 'none' }>(() => keepAwake());

/** The browser asks before it closes the page. */
export const closingQuestion = fromCallback<{ type: 'none' }>(() => askBeforeClosing());
