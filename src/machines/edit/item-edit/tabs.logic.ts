import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { User } from '../../../schemas/api/user.ts';
import { isAdmin } from '../../kit/destinations.ts';

export const TABS = ['details', 'cover', 'chapters', 'episodes', 'files', 'match', 'tools', 'schedule'] as const;
export type TabName = (typeof TABS)[number];

interface Rule {
  readonly needs: 'update' | 'download';
  readonly isForAdmins?: true;
  readonly suits?: (item: LibraryItemExpanded) => boolean;
}

const isEbookOnly = (item: LibraryItemExpanded) =>
  item.mediaType === 'book' && item.media.ebookFile !== null && item.media.tracks.items.length === 0;

/** Required permission, and kind of item. */
const RULES: { readonly [Name in TabName]: Rule } = {
  details: { needs: 'update' },
  cover: { needs: 'update' },
  chapters: { needs: 'update', suits: (item) => item.mediaType === 'book' && !isEbookOnly(item) },
  episodes: { needs: 'update', suits: ({ mediaType }) => mediaType === 'podcast' },
  files: { needs: 'download' },
  match: { needs: 'update' },
  tools: {
    needs: 'download',
    isForAdmins: true,
    suits: ({ mediaType, isMissing }) => mediaType === 'book' && !isMissing,
  },
  schedule: { needs: 'update', isForAdmins: true, suits: ({ mediaType }) => mediaType === 'podcast' },
};

interface Account extends Pick<User, 'type'> {
  readonly permissions: Pick<User['permissions'], 'update' | 'download'>;
}

function mayOpen(account: Account, name: TabName): boolean {
  const { needs, isForAdmins } = RULES[name];
  return account.permissions[needs] && (!isForAdmins || isAdmin(account));
}

export function tabsOf(item: LibraryItemExpanded, account: Account): readonly TabName[] {
  return TABS.filter((name) => mayOpen(account, name) && (RULES[name].suits?.(item) ?? true));
}
