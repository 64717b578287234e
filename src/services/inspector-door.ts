export const INSPECTOR_CHANNEL = 'earmark.inspector';

export interface InspectorDoor {
  /** Rejects when its code failed to load. */
  toggle(): Promise<void>;
}

export const createInspectorDoor = (toggle: () => Promise<void>): InspectorDoor => ({ toggle });
