export type Presence = ReturnType<typeof createPresence>;

/** Counts the connections of each user, to detect the first and the last one. */
export function createPresence() {
  const connections = new Map<string, number>();
  return {
    /** Returns true for the first connection of the user. */
    arrive: (userId: string): boolean => {
      const count = (connections.get(userId) ?? 0) + 1;
      connections.set(userId, count);
      return count === 1;
    },
    /** Returns true for the last connection of the user. */
    leave: (userId: string): boolean => {
      const count = (connections.get(userId) ?? 0) - 1;
      if (count > 0) connections.set(userId, count);
      else connections.delete(userId);
      return count <= 0;
    },
    isOnline: (userId: string): boolean => connections.has(userId),
    /** User ids with the number of their connections, in the order of arrival. */
    online: (): readonly (readonly [string, number])[] => [...connections],
  };
}
