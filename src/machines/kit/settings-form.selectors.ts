import { isDirty, type FieldValues, type SettingsFormContext } from './settings-form.logic.ts';

interface Snapshot<Values = FieldValues> {
  readonly context: SettingsFormContext<Values>;
  hasTag(tag: 'busy'): boolean;
}

export const selectIsSavingSettings = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
export const selectHasUnsaved = ({ context }: Pick<Snapshot, 'context'>): boolean => isDirty(context);
export const selectFormValues = <Values>({ context }: Pick<Snapshot<Values>, 'context'>): Values => context.values;
export const selectFormProblems = ({ context }: Pick<Snapshot, 'context'>) => context.problems;
export const selectIsSaved = ({ context }: Pick<Snapshot, 'context'>): boolean => context.isSaved;
export const selectHasClashes = ({ context }: Pick<Snapshot, 'context'>): boolean => context.clashes.length > 0;
export const selectIsRevealed = ({ context }: Pick<Snapshot, 'context'>): boolean => context.isRevealed;
export const selectSaveError = ({ context: { error, refused } }: Pick<Snapshot, 'context'>) =>
  refused === null ? error : null;
