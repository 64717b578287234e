import { fromCallback } from 'xstate';
import { askBeforeClosing, keepAwake } from '../../services/upload-desk.ts';

export const awake = fromCallback<{ type: 'none' }>(() => keepAwake());

export const closingQuestion = fromCallback<{ type: 'none' }>(() => askBeforeClosing());
