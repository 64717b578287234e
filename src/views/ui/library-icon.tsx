import {
  BookHeadphones,
  BookOpen,
  Database,
  FileImage,
  Headphones,
  Heart,
  Library,
  LibraryBig,
  Mic,
  MicVocal,
  Music,
  Podcast,
  Power,
  Radio,
  Rocket,
  Rss,
  Star,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

const ICONS = {
  database: Database,
  audiobookshelf: BookHeadphones,
  'books-1': Library,
  'books-2': LibraryBig,
  'book-1': BookOpen,
  'microphone-1': Mic,
  'microphone-3': MicVocal,
  radio: Radio,
  podcast: Podcast,
  rss: Rss,
  headphones: Headphones,
  music: Music,
  'file-picture': FileImage,
  rocket: Rocket,
  power: Power,
  star: Star,
  heart: Heart,
} as const satisfies Record<string, LucideIcon>;

const isIcon = (name: string): name is keyof typeof ICONS => Object.hasOwn(ICONS, name);

export const LIBRARY_ICONS = Object.keys(ICONS).filter(isIcon);

export function LibraryIcon({ name, size = 20 }: { name: string; size?: number | undefined }) {
  const Icon = isIcon(name) ? ICONS[name] : ICONS.database;
  return <Icon size={size} data-library-icon={isIcon(name) ? name : 'database'} aria-hidden="true" />;
}
