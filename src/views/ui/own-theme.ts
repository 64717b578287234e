import { createContext, type CSSProperties } from 'react';

/** Colours that dialogs over a part of the client share with it: `colorScheme` and tokens. Empty: those of the client. */
export const OwnTheme = createContext<CSSProperties>({});
