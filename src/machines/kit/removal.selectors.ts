import type { Snapshot } from 'xstate';
import type { RemovalContext } from './removal.machine.ts';

type RemovalSnapshot<Subject> = Snapshot<unknown> & {
  readonly context: RemovalContext<Subject>;
  readonly hasTag: (tag: 'busy') => boolean;
};

export const selectRemoved = <Subject>(snapshot: RemovalSnapshot<Subject> | undefined): Subject | null =>
  snapshot?.hasTag('busy') === true ? snapshot.context.subject : null;
