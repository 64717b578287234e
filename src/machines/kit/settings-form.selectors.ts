import { isDirty, type FieldValues, type SettingsFormContext } from './settings-form.logic.ts';

interface SettingsSnapshot<Values = FieldValues> {
  readonly context: SettingsFormContext<Values>;
  hasTag(tag: 'busy'): boolean;
}

export const selectIsSavingSettings = (snapshot: SettingsSnapshot): boolean => snapshot.hasTag('busy');
export const selectHasUnsaved = ({ context }: Pick<SettingsSnapshot, 'context'>): boolean => isDirty(context);
export const selectFormValues = <Values>({ context }: Pick<SettingsSnapshot<Values>, 'context'>): Values => context.values;
export const selectFormProblems = ({ context }: Pick<SettingsSnapshot, 'context'>) => context.problems;
export const selectIsSaved = ({ context }: Pick<SettingsSnapshot, 'context'>): boolean => context.isSaved;
export const selectHasClashes = ({ context }: Pick<SettingsSnapshot, 'context'>): boolean => context.clashes.length > 0;
export const selectIsRevealed = ({ context }: Pick<SettingsSnapshot, 'context'>): boolean => context.isRevealed;
export const selectSaveError = ({ context: { error, refused } }: Pick<SettingsSnapshot, 'context'>) =>
  refused === null ? error : null;
