import { recentSearches } from '../../schemas/recent-searches.ts';
import { defineStored } from '../../services/storage.ts';
import type { Ports } from '../app/ports.ts';
import { fold } from '../kit/text.logic.ts';

export const MOST_RECENT = 8;

export const recentOf = (userId: string) => defineStored(`earmark.searches.${userId}`, recentSearches);

export function readRecent({ storage }: Ports, userId: string): readonly string[] {
  return storage.read(recentOf(userId)) ?? [];
}

export function writeRecent({ storage }: Ports, userId: string, recent: readonly string[]): void {
  if (recent.length === 0) storage.remove(recentOf(userId));
  else storage.write(recentOf(userId), [...recent]);
}

export function withRecent(recent: readonly string[], text: string): readonly string[] {
  return [text, ...recent.filter((known) => fold(known) !== fold(text))].slice(0, MOST_RECENT);
}
