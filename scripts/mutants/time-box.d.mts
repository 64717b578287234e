import type { ChildProcess } from 'node:child_process';

export const HANGS: string;
export const TOO_LATE: string;

interface Outcome {
  readonly noticed: boolean;
  readonly by: string | null;
}

interface Runner {
  once(event: 'message', listener: (outcome: Outcome) => void): unknown;
  send(question: object): unknown;
  kill(signal: 'SIGKILL'): unknown;
  disconnect(): unknown;
}

export function timeBox(options: { start: () => Promise<Runner>; deadline: number }): {
  ask(changed: readonly string[], stages: readonly object[], hangsMs?: number): Promise<Outcome>;
  end(): void;
};

export function takeSample<Mutant extends object>(options: {
  mutants: readonly Mutant[];
  deadline: number;
  ask: (mutant: Mutant) => Promise<Outcome>;
  report: (result: Mutant & Outcome) => void;
}): Promise<(Mutant & { noticed: boolean })[]>;

export function closedBy(
  child: ChildProcess,
  end: number,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
