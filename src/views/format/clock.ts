/** Seconds as '5:07', '1:05:00', '-0:30'. Rounded down, so it never runs ahead. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(Math.abs(Number.isFinite(seconds) ? seconds : 0));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  const sign = seconds < 0 && whole > 0 ? '-' : '';
  return hours > 0 ? `${sign}${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${sign}${minutes}:${rest}`;
}
