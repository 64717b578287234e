import type { ServerContext } from '../context.ts';
import { everyMinute, isDue } from '../settings/cron.ts';

/** Scans the libraries whose schedule (`autoScanCronExpression`) names the minute of `date`, one after the other. */
export async function scanDueLibraries(ctx: Pick<ServerContext, 'store' | 'scans'>, date: Date): Promise<void> {
  for (const { id, settings } of ctx.store.libraries.all()) {
    if (settings.autoScanCronExpression !== null && isDue(settings.autoScanCronExpression, date))
      await ctx.scans.scanLibrary(id, { keepUnreachable: true });
  }
}

export function startScheduledScans(ctx: ServerContext): void {
  everyMinute(
    ctx,
    () => '* * * * *',
    () => scanDueLibraries(ctx, new Date()),
  );
}
