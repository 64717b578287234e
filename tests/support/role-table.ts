import type { Needs } from './role-accounts.ts';

/**
 * A control of a surface, found by its name: its users, and its row. Rows of ROL where they exist; else the row of the
 * control itself, or the section of the description of areas.
 */
export interface Control {
  readonly name: RegExp;
  readonly needs: Needs;
  readonly row: string;
}

const control = (name: RegExp, needs: Needs, row: string): Control => ({ name, needs, row });

/** Entries of the menu of a book, on any card or row. */
const BOOK_MENU = [
  control(/^Add to playlist$/, null, 'ROL-045'),
  control(/^Add to collection$/, 'update', 'ROL-020, AMB-68'),
  control(/^Mark as (not )?finished$/, null, 'ROL-041'),
  control(/^(Play next|Add to queue|Remove from queue)$/, null, 'ROL-044, ITM-011'),
  control(/^Edit$/, 'update', 'ROL-021, ITM-012'),
];
const CARD_MENU = [...BOOK_MENU, control(/^Play$/, null, 'ROL-040'), control(/^Select$/, null, 'SHF-010')];

/** Surface → its controls that depend on rights, and those that every account has. */
export const ROLE_TABLE = {
  bar: [
    control(/^Your stats$/, null, 'ROL-042'),
    control(/^Upload$/, 'upload', 'ROL-035'),
    control(/^Settings$/, 'manage', 'ROL-009'),
    control(/^Account: /, null, 'BAR-011'),
    control(/^Activity/, null, 'AMB-63'),
    control(/^Library: /, null, 'BAR-002'),
  ],
  'rail of books': [
    control(/^(Home|Library|Series|Collections|Authors|Narrators)$/, null, 'BAR-015'),
    control(/^Playlists$/, null, 'BAR-020'),
    control(/^\d+ ?Issues$/, null, 'BAR-027'),
    control(/^Stats$/, 'manage', 'ROL-013'),
    control(/open the changelog$/, null, 'ROL-046'),
  ],
  'rail of podcasts': [
    control(/^(Home|Latest|Library)$/, null, 'BAR-016'),
    control(/^Add podcast$/, 'manage', 'ROL-014'),
    control(/^Download queue$/, 'manage', 'ROL-015'),
  ],
  'account menu': [
    control(/^Account$/, null, 'ACC-001'),
    control(/^Your stats$/, null, 'ROL-042'),
    control(/^Stats$/, 'manage', 'ROL-013'),
    control(/^Upload$/, 'upload', 'ROL-035'),
    control(/^Settings$/, 'manage', 'ROL-009'),
    control(/^Changelog$/, null, 'ROL-046'),
    control(/^Sign out$/, null, 'BAR-011'),
  ],
  'tasks panel': [
    control(/^Embedding metadata$/, 'manage', 'ROL-011, AMB-63'),
    control(/^Cancel/, 'manage', 'ROL-012'),
  ],
  'home of an empty library': [
    control(/^Scan library$/, 'manage', 'areas 28.2'),
    control(/^Library settings$/, 'manage', 'areas 28.2'),
  ],
  'home of an empty library of podcasts': [
    control(/^Add podcast$/, 'manage', 'ROL-014'),
    control(/^Scan library$/, 'manage', 'areas 28.2'),
    control(/^Library settings$/, 'manage', 'areas 28.2'),
  ],
  'page that adds podcasts': [
    control(/^Search$/, 'manage', 'ROL-014, areas 25.1'),
    control(/^Add The Gothic Hour$/, 'manage', 'ROL-014, areas 25.1'),
  ],
  'menu of a card at home': CARD_MENU,
  'menu of a card on the bookshelf': [
    ...CARD_MENU,
    control(/^Quick match$/, 'manage', 'ROL-010'),
    control(/^Re-scan$/, 'manage', 'ROL-010'),
    control(/^Delete$/, 'delete', 'ROL-027'),
  ],
  'menu of a card in search results': CARD_MENU,
  'filter menu of the bookshelf': [
    control(/^(Genre|Progress|Issues)/, null, 'SHF-003'),
    control(/^Shared/, 'manage', 'areas 28.1'),
  ],
  'toolbar of the issues': [control(/^Remove all \d+$/, ['manage', 'delete'], 'areas 28.1, endpoints: libraries')],
  'selection bar': [
    control(/^Play$/, null, 'ROL-040'),
    control(/^Mark as (not )?finished$/, null, 'ROL-041'),
    control(/^Edit$/, 'update', 'SEL-007, ROL-019'),
    control(/^Delete$/, 'delete', 'ROL-027'),
    control(/^Deselect all$/, null, 'SEL-014'),
  ],
  'menu of the selection bar': [
    control(/^Add to queue$/, null, 'ROL-044'),
    control(/^Add to playlist$/, null, 'ROL-045'),
    control(/^Add to collection$/, 'update', 'ROL-020'),
    control(/^Edit as table$/, 'update', 'SEL-039, ROL-019'),
    control(/^Quick match$/, 'manage', 'ROL-010'),
    control(/^Quick embed metadata$/, 'manage', 'ROL-010'),
    control(/^Re-scan$/, 'manage', 'ROL-010'),
    control(/^Download$/, ['manage', 'download'], 'ROL-010, ROL-034, AMB-29'),
  ],
  'page of a book': [
    control(/^(Play|Resume|Play again).*: /, null, 'ROL-040'),
    control(/^Mark as (not )?finished$/, null, 'ROL-041, ITM-008'),
    control(/^Audio tracks/, { oneOf: ['download', 'update'] }, 'ITM-017'),
    control(/^Library files/, { oneOf: ['download', 'update'] }, 'ITM-018'),
    control(/^Edit$/, 'update', 'ROL-021, ITM-012'),
    control(/^More options for /, { oneOf: ['update', 'download', 'delete'] }, 'ITM-012, ITM-013, ITM-014'),
  ],
  'menu of a book': [
    control(/^Share$/, 'manage', 'ROL-047, ITM-016, AMB-77'),
    control(/^RSS feed$/, 'manage', 'ITM-015, AMB-74'),
    control(/^Edit$/, 'update', 'ROL-021, ITM-012, AMB-34'),
    control(/^Edit chapters$/, 'update', 'ROL-023, CHE-008'),
    control(/^Download$/, 'download', 'ROL-034, AMB-29'),
    control(/^Delete$/, 'delete', 'ROL-027, ITM-013'),
  ],
  'menu of an ebook': [
    control(/^Share$/, 'manage', 'ROL-047, ITM-016, AMB-77'),
    control(/^RSS feed$/, 'manage', 'ITM-015, AMB-74'),
    control(/^Send to Kindle$/, null, 'EBK-041'),
    control(/^Edit$/, 'update', 'ROL-021, ITM-012'),
    control(/^Edit chapters$/, 'update', 'ROL-023, CHE-008'),
    control(/^Download$/, 'download', 'ROL-034, AMB-29'),
    control(/^Delete$/, 'delete', 'ROL-027, ITM-013'),
  ],
  'menu of a file': [
    control(/^Download$/, 'download', 'ROL-034, areas 28.3'),
    control(/^More info$/, { oneOf: ['download', 'update'] }, 'ITM-018, areas 28.3'),
    control(/^Delete$/, ['download', 'delete'], 'ROL-027, ITM-018, areas 28.3'),
  ],
  'modal of an item': [
    control(/^(Details|Cover|Match)$/, 'update', 'ROL-021, EDT-017'),
    control(/^Files$/, ['update', 'download'], 'ROL-033, EDT-014'),
    control(/^Save( & close)?$/, 'update', 'ROL-021'),
    control(/^Remove /, 'update', 'ROL-021, EDT-033'),
    control(/^(Quick match|Re-scan)$/, 'manage', 'areas 19.1'),
  ],
  'files of an item': [
    control(/^Download /, ['update', 'download'], 'ROL-034, EDT-044'),
    control(/^Delete /, ['update', 'download', 'delete'], 'ROL-027, EDT-044'),
    control(/^Make (supplementary|the main ebook)$/, ['update', 'download'], 'areas 19.5'),
  ],
  'page of a podcast': [
    control(/^(Play|Continue)/, null, 'ROL-040'),
    control(/^Edit$/, 'update', 'ROL-021'),
    control(/^Find episodes$/, 'manage', 'areas 25.6'),
    control(/^Show the queue$/, 'manage', 'areas 25.6, ROL-015'),
    control(/^Clear queue$/, 'manage', 'areas 25.6'),
    control(/^More options for /, null, 'areas 25.6'),
  ],
  'menu of a podcast': [
    control(/^RSS feed$/, 'manage', 'ITM-015, AMB-74'),
    control(/^Match all episodes$/, 'manage', 'areas 25.6'),
    control(/^Mark all as (not )?finished$/, null, 'ROL-041'),
    control(/^Edit$/, 'update', 'ROL-021, ITM-012'),
    control(/^Download$/, 'download', 'ITM-013'),
    control(/^Delete$/, 'delete', 'ITM-014'),
  ],
  'menu of an episode': [
    control(/^(Play next|Add to queue|Add to playlist)$/, null, 'ROL-044, ROL-045'),
    control(/^Edit$/, 'update', 'areas 25.6, endpoints: podcasts'),
    control(/^Delete$/, 'delete', 'areas 25.6, endpoints: podcasts'),
  ],
  'modal of an episode': [
    control(/^(Details|Match)$/, 'update', 'POD-006'),
    control(/^Save( & close)?$/, 'update', 'POD-006'),
  ],
  'page of a series': [control(/^More for /, null, 'ROL-041')],
  'menu of a series': [
    control(/^Rename$/, 'update', 'endpoints: series'),
    control(/^RSS feed$/, 'manage', 'areas 13, AMB-74'),
    control(/^Mark all as finished$/, null, 'ROL-041'),
    control(/ Continue series$/, null, 'SER-001'),
  ],
  'toolbar of the authors': [
    control(/^Sorted by /, null, 'areas 27'),
    control(/^More options$/, 'update', 'areas 27'),
    control(/^More for /, 'update', 'ROL-019'),
    control(/^Upload$/, 'upload', 'ROL-035'),
    control(/^Settings$/, 'manage', 'ROL-009'),
  ],
  'page of an author': [control(/^Edit$/, 'update', 'ROL-019')],
  'modal of an author': [
    control(/^Cancel$/, 'update', 'ROL-019'),
    control(/^Save$/, 'update', 'ROL-019'),
    control(/^Quick match$/, 'update', 'ROL-025'),
    control(/^Remove author$/, ['update', 'delete'], 'ROL-030'),
    control(/^Remove image$/, ['update', 'delete'], 'ROL-031'),
    control(/^Set image$/, ['update', 'upload'], 'endpoints: authors'),
  ],
  narrators: [control(/^Rename /, 'update', 'ROL-019'), control(/^Remove /, 'update', 'ROL-019')],
  'page of a collection': [
    control(/^(Play all|Continue)$/, null, 'ROL-040'),
    control(/^Edit$/, 'update', 'ROL-019'),
    control(/^Remove .* from this list$/, 'update', 'ROL-020'),
    control(/^Move /, 'update', 'ROL-019'),
  ],
  'menu of a collection': [
    control(/^Create playlist from this$/, null, 'ROL-045'),
    control(/^RSS feed$/, 'manage', 'areas 13, AMB-74'),
    control(/^Remove$/, 'delete', 'ROL-028'),
  ],
  'modal of a collection': [
    control(/^(Save|Cancel)$/, 'update', 'ROL-019'),
    control(/^Remove$/, ['update', 'delete'], 'ROL-028'),
  ],
  'page of a playlist': [
    control(/^(Play all|Continue)$/, null, 'ROL-040, PLY-004'),
    control(/^Edit$/, null, 'ROL-045, PLY-004'),
    control(/^Remove .* from this list$/, null, 'ROL-045, PLY-004'),
    control(/^Move /, null, 'ROL-045'),
  ],
  'menu of a playlist': [control(/^Remove$/, 'delete', 'ROL-029, AMB-69')],
  'modal of a playlist': [
    control(/^(Save|Cancel)$/, null, 'ROL-045'),
    control(/^Remove$/, 'delete', 'ROL-029, AMB-69'),
  ],
  'menu of a row of a collection': [...BOOK_MENU, control(/^Remove from this list$/, 'update', 'ROL-020')],
  'without a library': [control(/^Add library$/, 'manage', 'ROL-009')],
} as const satisfies Record<string, readonly Control[]>;

export type SurfaceName = keyof typeof ROLE_TABLE;

/** Addresses and who may open them. */
export const ADDRESSES: readonly { readonly path: string; readonly needs: Needs; readonly row: string }[] = [
  { path: '/config', needs: 'manage', row: 'ROL-009' },
  { path: '/config/libraries', needs: 'manage', row: 'ROL-009' },
  { path: '/config/users', needs: 'manage', row: 'ROL-009, GEN-018' },
  { path: '/config/users/u', needs: 'manage', row: 'ROL-009' },
  { path: '/config/users/u/sessions', needs: 'manage', row: 'ROL-009' },
  { path: '/config/api-keys', needs: 'manage', row: 'ROL-009, GEN-019' },
  { path: '/config/sessions', needs: 'manage', row: 'ROL-009' },
  { path: '/config/item-metadata-utils', needs: 'manage', row: 'ROL-009' },
  { path: '/config/item-metadata-utils/tags', needs: 'manage', row: 'ROL-009' },
  { path: '/config/item-metadata-utils/genres', needs: 'manage', row: 'ROL-009' },
  { path: '/config/item-metadata-utils/custom-metadata-providers', needs: 'manage', row: 'ROL-009' },
  { path: '/config/email', needs: 'manage', row: 'ROL-009, GEN-022' },
  { path: '/config/backups', needs: 'manage', row: 'ROL-009, GEN-020' },
  { path: '/config/log', needs: 'manage', row: 'ROL-009' },
  { path: '/config/rss-feeds', needs: 'manage', row: 'ROL-009, GEN-023' },
  { path: '/config/notifications', needs: 'manage', row: 'ROL-009, GEN-021' },
  { path: '/config/authentication', needs: 'manage', row: 'ROL-009' },
  { path: '/config/stats', needs: null, row: 'ROL-042' },
  { path: '/account', needs: null, row: 'ACC-001' },
  { path: '/upload', needs: 'upload', row: 'ROL-035' },
  { path: '/batch', needs: 'update', row: 'ROL-019, SEL-040' },
  { path: '/audiobook/a/chapters', needs: 'update', row: 'ROL-023' },
  { path: '/audiobook/a/edit', needs: 'update', row: 'areas 22' },
  { path: '/audiobook/a/manage', needs: 'manage', row: 'ROL-016' },
  { path: '/library/BOOKS/stats', needs: 'manage', row: 'ROL-013, RTE-017' },
  { path: '/library/PODCASTS/podcast/search', needs: 'manage', row: 'ROL-014, RTE-019' },
  { path: '/library/PODCASTS/podcast/download-queue', needs: 'manage', row: 'ROL-015, RTE-020' },
  { path: '/library/PODCASTS/podcast/latest', needs: null, row: 'RTE-018' },
];
