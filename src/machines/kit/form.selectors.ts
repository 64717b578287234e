import type { FormContext } from './form.machine.ts';

interface FormSnapshot<Values, Problem extends string> {
  readonly context: FormContext<Values, Problem>;
  hasTag(tag: 'busy'): boolean;
  matches(state: 'asking'): boolean;
}

export const selectForm = <Values, Problem extends string>({ context }: FormSnapshot<Values, Problem>) => context;
export const selectIsSaving = (snapshot: FormSnapshot<unknown, string>) => snapshot.hasTag('busy');
export const selectIsAsking = (snapshot: FormSnapshot<unknown, string>) => snapshot.matches('asking');
export const selectIsDirty = ({ context }: FormSnapshot<unknown, string>) =>
  JSON.stringify(context.values) !== JSON.stringify(context.saved);
