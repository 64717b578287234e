import { z } from './zod.ts';

const choice = z.enum([
  'everyMinute',
  'every15Minutes',
  'every30Minutes',
  'hourly',
  'every2Hours',
  'every6Hours',
  'every12Hours',
  'daily',
  'weekly',
]);

/** An unsaved schedule: kept over a reload. `base`: the original. Numbers are null while their field is empty. */
export const keptSchedule = z.object({
  itemId: z.string(),
  base: z.object({
    isOn: z.boolean(),
    schedule: z.nullable(z.string()),
    mostKept: z.number(),
    mostNew: z.number(),
  }),
  isOn: z.boolean(),
  draft: z.object({
    mode: z.enum(['simple', 'advanced']),
    choice,
    time: z.string(),
    weekdays: z.array(z.number()),
    text: z.string(),
  }),
  mostKept: z.nullable(z.number()),
  mostNew: z.nullable(z.number()),
});
export type KeptSchedule = z.output<typeof keptSchedule>;
