import type { ServerContext } from '../context.ts';
import { failPlain } from '../http/errors.ts';
import { pathBelow } from '../http/safe-path.ts';

/**
 * Refuses folders outside of the demo's data, as everybody knows its root password. Elsewhere administrators choose any
 * folder.
 */
export async function refuseOutsideOfDemo(ctx: Pick<ServerContext, 'config'>, folder: string): Promise<void> {
  if (!ctx.config.demo || (await pathBelow(ctx.config.dataDir, folder)) !== null) return;
  throw failPlain(400, 'The demo only uses folders of its own. Start Earmark with --books or --podcasts for others');
}
