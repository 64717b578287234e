import type { LibraryForm, LibraryValues } from '../../machines/library-settings/edit-library.logic.ts';

export const changeOf =
  (form: LibraryForm) =>
  <Field extends keyof LibraryValues>(field: Field, value: LibraryValues[Field]): void =>
    form.send({ type: 'form.change', field, value } as Parameters<typeof form.send>[0]);
