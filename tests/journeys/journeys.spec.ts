import { connect, test } from '../e2e/support/fixtures.ts';
import { plan, walkOf } from '../support/journeys/plan.ts';
import { noteOf } from '../support/journeys/coverage.ts';
import { go, type Trail } from '../support/journeys/walk.ts';
import { journeys } from './all.ts';

/** `JOURNEY="name: event event"`: these steps only, as a failing walk prints them. */
const [, only, events = ''] = /^([\w-]+):(.*)$/.exec(process.env['JOURNEY'] ?? '') ?? [];

for (const journey of journeys.filter(({ name }) => only === undefined || name === only)) {
  const planned = plan(journey);
  const walks = only === undefined ? planned.walks : [walkOf(planned, events.split(' ').filter(Boolean))];

  test.describe(journey.name, () => {
    test.use({ serverOptions: journey.server ?? {} });
    walks.forEach((walk, index) => {
      test(`walk ${index + 1} of ${walks.length}, ${walk.length} steps`, async ({
        page,
        context,
        server,
        signIn,
        watch,
      }, info) => {
        const ground = { page, context, server, watch, signIn, api: () => connect(server) };
        const trail: Trail = { places: [], legs: [] };
        try {
          await go(journey, planned, walk, ground, trail);
        } finally {
          info.annotations.push(noteOf(journey, trail));
        }
      });
    });
  });
}
