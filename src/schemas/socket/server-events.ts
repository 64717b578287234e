import { contractIssues } from '../contract-issues.ts';
import type { ContractIssue } from '../app-error.ts';
import { library } from '../api/library.ts';
import { z } from '../zod.ts';

const libraryAdded = z.object({ type: z.literal('server.library.added'), library });
const libraryUpdated = z.object({ type: z.literal('server.library.updated'), library });
const libraryRemoved = z.object({ type: z.literal('server.library.removed'), library });
const serverEvent = z.discriminatedUnion('type', [libraryAdded, libraryUpdated, libraryRemoved]);

/** What the server tells over the socket, as machines see it. */
export type ServerEvent = z.output<typeof serverEvent>;

export type ParsedServerEvent =
  | { readonly kind: 'event'; readonly event: ServerEvent }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'malformed'; readonly name: string; readonly issues: readonly ContractIssue[] };

const NAMES: Readonly<Record<string, ServerEvent['type']>> = {
  library_added: 'server.library.added',
  library_updated: 'server.library.updated',
  library_removed: 'server.library.removed',
};

/** Parses one socket event by its name on the wire. Never throws. */
export function parseServerEvent(name: string, args: readonly unknown[]): ParsedServerEvent {
  const type = NAMES[name];
  if (!type) return { kind: 'unknown', name };
  const parsed = z.safeParse(serverEvent, { type, library: args[0] });
  if (parsed.success) return { kind: 'event', event: parsed.data };
  return { kind: 'malformed', name, issues: contractIssues(parsed.error.issues) };
}
