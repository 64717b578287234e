import { expect, test } from 'vitest';
import { OPENID_REFUSALS as known } from '../../../src/schemas/openid-refusals.ts';
import { OPENID_REFUSALS as report } from '../../../server/auth/openid/refusals.ts';

test('the client has a text for every reason of the server to refuse a sign-in (AUT-024)', () => {
  expect(known).toEqual(report);
});
