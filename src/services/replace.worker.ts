import { replaceTexts, type ReplaceAnswer, type ReplaceCall } from './replace-texts.ts';

export type NumberedAnswer = ReplaceAnswer & { readonly id: number };

addEventListener('message', ({ data }: MessageEvent<ReplaceCall & { readonly id: number }>) => {
  postMessage({ ...replaceTexts(data), id: data.id } satisfies NumberedAnswer);
});
