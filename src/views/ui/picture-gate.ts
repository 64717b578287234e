import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import { createDomStore, type DomStore } from './dom-store.ts';

/** Whether pictures below may load. A list closes it while it scrolls too fast to look at them. */
export const PictureGate = createContext<DomStore<boolean>>(createDomStore(true));

/** Whether the gate is open, or was open since the picture mounted. */
export function useMayLoad(): boolean {
  const gate = useContext(PictureGate);
  const mayLoad = useRef(false);
  return useSyncExternalStore(gate.subscribe, () => (mayLoad.current ||= gate.read()));
}
