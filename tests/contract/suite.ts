import { safeParse } from 'zod/v4/core';
import type { ContractIssue } from '../../src/schemas/app-error.ts';
import { contractIssues } from '../../src/schemas/contract-issues.ts';
import type { AnyEndpoint } from '../../src/services/endpoints/define-endpoint.ts';
import { parseServerEvent } from '../../src/schemas/socket/server-events.ts';
import { droppedIn } from '../support/dropped.ts';
import { type HttpRecording, readHttpRecordings, readSocketRecordings, type SocketRecording } from './recording.ts';
import { createRouteTable, endpointsOf } from './route-table.ts';

export const routes = createRouteTable(
  endpointsOf(import.meta.glob<object>('../../src/services/endpoints/*.ts', { eager: true })),
);

/** The problem of one recording, or null. */
export function checkHttp(recording: HttpRecording): string | null {
  const match = routes.match(recording.request);
  if (match.kind === 'unknown') return `no endpoint for ${recording.request.method} ${recording.request.path}`;
  const { status, body } = recording.response;
  if (match.kind !== 'call' || status === null || status >= 300) return null;
  return problemsOf(match.endpoint, body);
}

function problemsOf(endpoint: AnyEndpoint, body: unknown): string | null {
  const answer = endpoint.answer === 'text' ? (body ?? '') : body;
  const result = safeParse(endpoint.output, answer);
  if (!result.success) {
    return `${endpoint.name}: ${wordIssues(contractIssues(result.error.issues))}`;
  }
  const dropped = droppedIn(result.data);
  return dropped.length === 0 ? null : `${endpoint.name} dropped ${dropped.join('; ')}`;
}

/** Events of the socket library, not of the server. */
const LOCAL_EVENTS = new Set(['connect', 'disconnect']);

/** The problem in the events of one conversation, or null. */
export function checkSocket(recording: SocketRecording): string | null {
  const received = recording.events.filter(({ dir, event }) => dir === 'in' && !LOCAL_EVENTS.has(event));
  const problems = received.flatMap(({ event, payload }) => {
    const parsed = parseServerEvent(event, payload === undefined ? [] : [payload]);
    if (parsed.kind === 'event') return droppedIn(parsed.event).map((dropped) => `${event} dropped ${dropped}`);
    return parsed.kind === 'unknown' ? [`no schema for ${event}`] : [`${event}: ${wordIssues(parsed.issues)}`];
  });
  return problems.length === 0 ? null : problems.join('; ');
}

const wordIssues = (issues: readonly ContractIssue[]) =>
  issues.map(({ path, message }) => `${path} ${message}`).join(', ');

export interface Report {
  readonly passed: number;
  readonly failures: readonly string[];
}

export function checkFolder(folder: string): Report {
  const results = [
    ...readHttpRecordings(folder).map((recording) => ({
      name: `http/${recording.name}`,
      problem: checkHttp(recording),
    })),
    ...readSocketRecordings(folder).map((recording) => ({
      name: `socket/${recording.name}`,
      problem: checkSocket(recording),
    })),
  ];
  const failures = results.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]));
  return { passed: results.length - failures.length, failures };
}
