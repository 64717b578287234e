/** Whether a text may be an email address: `name@host`, also `me@nas`. The mail server decides about the rest. */
export const isEmailAddress = (text: string): boolean => /^[^<>\s@]+@[^<>\s@]+$/.test(text);
