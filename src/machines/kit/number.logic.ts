import { LARGEST } from '../../schemas/limits.ts';

/** A number from 0 within the server's limit; null is an empty field. */
export const isAmount = (value: number | null): value is number => value !== null && value >= 0 && value <= LARGEST;

export const isWholeAmount = (value: number | null): value is number => isAmount(value) && Number.isInteger(value);
