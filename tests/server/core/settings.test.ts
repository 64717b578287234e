import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cronProblem } from '../../../server/settings/cron.ts';
import { startServer, type TestClient, type TestServer } from '../../support/embedded-server.ts';
import { recording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';

describe('server settings', () => {
  let server: TestServer;
  let root: TestClient;
  let user: TestClient;
  beforeAll(async () => {
    server = await startServer();
    root = await server.account('root', 'root');
    user = await server.account('user');
  });
  afterAll(() => server.stop());

  it('accept known keys of the right type and keep them over a restart of the service', async () => {
    const answer = await root.send('PATCH', '/api/settings', {
      dateFormat: 'dd/MM/yyyy',
      sortingIgnorePrefix: true,
      backupsToKeep: 'many',
      nonsense: 1,
      authActiveAuthMethods: [],
    });
    expectSameShape(answer.body, recording('settings/update').response.body);
    expect(answer.body).toMatchObject({
      serverSettings: {
        dateFormat: 'dd/MM/yyyy',
        sortingIgnorePrefix: true,
        backupsToKeep: 2,
        authActiveAuthMethods: ['local'],
      },
    });
    expect(server.ctx.store.settings.get('server', {})).toMatchObject({ dateFormat: 'dd/MM/yyyy' });
  });

  it('are changed by admins only', async () => {
    const answers = [
      await user.send('PATCH', '/api/settings', {}),
      await user.send('PATCH', '/api/sorting-prefixes', {}),
      await user.get('/api/logger-data'),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [403, 'Forbidden'],
      [403, 'Forbidden'],
      [403, 'Forbidden'],
    ]);
  });

  it('keep sorting prefixes in lower case, never an empty list', async () => {
    await root.send('PATCH', '/api/settings', { backupSchedule: '30 1 * * *' });
    const [set, empty] = [
      await root.send('PATCH', '/api/sorting-prefixes', { sortingPrefixes: ['The', 'a', 'an', ' '] }),
      await root.send('PATCH', '/api/sorting-prefixes', { sortingPrefixes: [] }),
    ];
    expectSameShape(set.body, recording('settings/sorting-prefixes').response.body);
    expect(set.body).toMatchObject({ rowsUpdated: 0, serverSettings: { sortingPrefixes: ['the', 'a', 'an'] } });
    expect([empty.status, empty.body]).toEqual([400, 'Invalid request body']);
  });

  it('show the log of today to admins', async () => {
    server.ctx.log.error('Test', 'something happened');
    const answer = await root.get('/api/logger-data');
    expectSameShape(answer.body, recording('logger/logger-data').response.body);
    expect((answer.body as { currentDailyLogs: unknown[] }).currentDailyLogs.at(-1)).toMatchObject({
      source: 'Test',
      message: 'something happened',
      levelName: 'ERROR',
    });
  });

  it.each(['validate-cron', 'validate-cron-err', 'validate-cron-err-empty'])(
    '%s: answers as recorded',
    async (name) => {
      const { request, response } = recording(`misc/${name}`);
      const answer = await user.send('POST', '/api/validate-cron', request.body);
      expect([answer.status, answer.body]).toEqual([response.status, response.body]);
    },
  );
});

describe('cron expressions', () => {
  it.each(['* * * * *', '*/15 0-6 1,15 jan-mar mon', '30 1 * * 1,3', '0 0 1 1 7'])('%s is fine', (expression) => {
    expect(cronProblem(expression)).toBeNull();
  });
  it.each([
    ['60 * * * *', '60 is a invalid expression for minute'],
    ['* 24 * * *', '24 is a invalid expression for hour'],
    ['* * 0 * *', '0 is a invalid expression for day of month'],
    ['* * * 13 *', '13 is a invalid expression for month'],
    ['* * * * 8', '8 is a invalid expression for week day'],
    ['*/0 * * * *', '*/0 is a invalid expression for minute'],
    ['5-1 * * * *', '5-1 is a invalid expression for minute'],
    ['* * * *', '* * * * is a invalid expression'],
  ])('%s is not: %s', (expression, problem) => {
    expect(cronProblem(expression)).toBe(problem);
  });
});
