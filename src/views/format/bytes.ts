import { cached } from './cached.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

const unitFormat = cached((key) => {
  const [locale, unit, digits] = key.split('|') as [string, string, string];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    // The short form of bytes is '512 byte' in English.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: Number(digits),
  });
});

/** Units of 1024: '134 MB', '1.4 GB', '512 bytes'. One decimal below 10. */
export function formatBytes(bytes: number, locale: string): string {
  const size = Math.max(0, bytes);
  const power = size < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(size) / 10));
  const amount = size / 1024 ** power;
  return unitFormat(`${locale}|${UNITS[power] ?? 'byte'}|${power > 0 && amount < 10 ? 1 : 0}`).format(amount);
}
