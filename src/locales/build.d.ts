/** Set by scripts/texts-plugin.ts: code → direction of each language with texts. */
declare const __LANGUAGES__: Readonly<Record<string, 'ltr' | 'rtl'>>;
/** Hash of all texts, in the addresses of their files. */
declare const __TEXTS__: string;
