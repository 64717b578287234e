import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';

const substitutes = z.nullish(z.array(z.union([z.string(), z.number()])));

export const scanResults = z.object({
  added: z.nullish(z.number()),
  updated: z.nullish(z.number()),
  missing: z.nullish(z.number()),
  removed: z.nullish(z.number()),
  elapsed: z.nullish(z.number()),
  text: z.nullish(z.string()),
});
export type ScanResults = z.output<typeof scanResults>;

/** Text: the key with its substitutes, else the plain text. Times in ms. */
export const task = z.object({
  id: z.string(),
  action: z.string(),
  data: z.nullish(
    z.object({
      libraryId: z.nullish(z.string()),
      libraryItemId: z.nullish(z.string()),
      libraryName: z.nullish(z.string()),
      scanResults: z.nullish(scanResults),
      encodeOptions: z.nullish(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
  title: z.nullable(z.string()),
  titleKey: z.nullish(z.string()),
  titleSubs: substitutes,
  description: z.nullable(z.string()),
  descriptionKey: z.nullish(z.string()),
  descriptionSubs: substitutes,
  error: z.nullable(z.string()),
  errorKey: z.nullish(z.string()),
  errorSubs: substitutes,
  showSuccess: z.boolean(),
  isFailed: z.boolean(),
  isFinished: z.boolean(),
  startedAt: z.nullable(z.number()),
  finishedAt: z.nullable(z.number()),
});
export type Task = z.output<typeof task>;

export const taskList = z.object({
  tasks: tolerantList(task),
  queuedTaskData: z.optional(z.object({ embedMetadata: z.array(z.object({ libraryItemId: z.string() })) })),
});
export type TaskList = z.output<typeof taskList>;
