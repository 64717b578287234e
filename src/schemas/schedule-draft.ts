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

/**
 * How a podcast shall keep up with its feed, edited and not saved: kept over a reload. `base`: what it was made of.
 * Numbers are null while their field is empty.
 */
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
