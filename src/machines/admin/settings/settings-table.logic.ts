import type { ServerSettings } from '../../../schemas/api/server-settings.ts';
import type { Body } from '../../../schemas/requests/index.ts';

export type SettingsChange = Partial<Body<'settings.update'>>;

const DATE_FORMATS = [
  'MM/dd/yyyy',
  'dd/MM/yyyy',
  'dd.MM.yyyy',
  'yyyy-MM-dd',
  'MMM do, yyyy',
  'MMMM do, yyyy',
  'dd MMM yyyy',
  'dd MMMM yyyy',
] as const;
const TIME_FORMATS = ['h:mma', 'HH:mm'] as const;

interface Toggle {
  readonly kind: 'toggle';
  readonly key:
    | 'storeCoverWithItem'
    | 'storeMetadataWithItem'
    | 'sortingIgnorePrefix'
    | 'scannerParseSubtitle'
    | 'scannerFindCovers'
    | 'scannerPreferMatchedMetadata'
    | 'scannerDisableWatcher'
    | 'chromecastEnabled'
    | 'allowIframe'
    | 'homeBookshelfView'
    | 'bookshelfView';
  readonly on: boolean | number;
  readonly off: boolean | number;
  /** Value of a server that does not send it. */
  readonly missing: boolean | number;
}

interface PatternChoice {
  readonly kind: 'pattern';
  readonly key: 'dateFormat' | 'timeFormat';
  readonly patterns: readonly string[];
}

interface NameChoice {
  readonly kind: 'name';
  readonly key: 'language' | 'scannerCoverProvider';
  /** Hidden while this switch is off. */
  readonly needs?: 'scannerFindCovers';
}

export type Setting = Toggle | PatternChoice | NameChoice;

const toggle = (key: Toggle['key'], on: boolean | number = true, off: boolean | number = false): Toggle => ({
  kind: 'toggle',
  key,
  on,
  off,
  missing: typeof off === 'number' ? 0 : false,
});

/** Settings of the page 'General' in groups: a new one needs a row here and a text. */
export const SETTING_GROUPS = [
  {
    name: 'general',
    rows: [toggle('storeCoverWithItem'), toggle('storeMetadataWithItem'), toggle('sortingIgnorePrefix')],
  },
  {
    name: 'scanner',
    rows: [
      toggle('scannerParseSubtitle'),
      toggle('scannerFindCovers'),
      { kind: 'name', key: 'scannerCoverProvider', needs: 'scannerFindCovers' },
      toggle('scannerPreferMatchedMetadata'),
      toggle('scannerDisableWatcher', false, true),
    ],
  },
  { name: 'client', rows: [toggle('chromecastEnabled'), toggle('allowIframe')] },
  {
    name: 'display',
    rows: [
      toggle('homeBookshelfView', 0, 1),
      toggle('bookshelfView', 0, 1),
      { kind: 'pattern', key: 'dateFormat', patterns: DATE_FORMATS },
      { kind: 'pattern', key: 'timeFormat', patterns: TIME_FORMATS },
      { kind: 'name', key: 'language' },
    ],
  },
] as const satisfies readonly { readonly name: string; readonly rows: readonly Setting[] }[];

const ROWS: readonly Setting[] = SETTING_GROUPS.flatMap(({ rows }): readonly Setting[] => rows);

/** Only offered values: the server checks none. */
export function isOffered(change: SettingsChange): boolean {
  return Object.entries(change).every(([key, value]) => {
    const row = ROWS.find((candidate) => candidate.key === key);
    if (row === undefined) return false;
    if (row.kind === 'name') return typeof value === 'string' && value !== '';
    return row.kind === 'toggle' ? value === row.on || value === row.off : row.patterns.includes(String(value));
  });
}

export function isOn(row: Toggle, settings: ServerSettings): boolean {
  return (settings[row.key] ?? row.missing) === row.on;
}

export function patternsOf(row: PatternChoice, settings: ServerSettings): readonly string[] {
  const current = settings[row.key];
  return row.patterns.includes(current) ? row.patterns : [...row.patterns, current];
}

export const isShown = (row: Setting, settings: ServerSettings): boolean =>
  row.kind !== 'name' || row.needs === undefined || settings[row.needs] === true;
