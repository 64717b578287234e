import { LARGEST } from '../../schemas/limits.ts';

/** A number of a field that the server takes, from 0; null stands for an empty field. */
export const isAmount = (value: number | null): value is number => value !== null && value >= 0 && value <= LARGEST;

/** The same without a fraction. */
export const isWholeAmount = (value: number | null): value is number => isAmount(value) && Number.isInteger(value);
