/** Loose check: `name@host`, also `me@nas`. The mail server decides. */
export const isEmailAddress = (text: string): boolean => /^[^<>\s@]+@[^<>\s@]+$/.test(text);
