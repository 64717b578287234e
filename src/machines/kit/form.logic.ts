/** A new value of one field: of its own type. */
export type FormChange<Values, Field extends keyof Values = keyof Values> = {
  [Key in keyof Values]: { type: 'form.change'; field: Key; value: Values[Key] };
}[Field];

export const formChange = <Values, Field extends keyof Values = keyof Values>(
  field: Field,
  value: Values[Field],
): FormChange<Values, Field> => ({ type: 'form.change', field, value });
