import { createContext, type CSSProperties } from 'react';

/** Colours that dialogs over a part of the client share with it. Empty: the client's own. */
export const OwnTheme = createContext<CSSProperties>({});
