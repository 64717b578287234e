import { expect, test } from '../driver/test.ts';

test('an error that a page does not catch, and one that it writes, is seen', async ({ open, tab, engineBrowser }) => {
  await open('/');
  await tab.evaluate(() => {
    console.error('written here');
    setTimeout(() => {
      throw new Error('thrown here');
    });
  });
  const seen: string[] = [];
  const missing = async () => {
    seen.push(...(await engineBrowser.errors()));
    return ['written here', 'thrown here'].filter((text) => !seen.some((error) => error.includes(text)));
  };
  await expect.poll(missing).toEqual([]);
});
