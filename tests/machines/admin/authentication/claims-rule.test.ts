import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideOpenId, type OpenIdAccount } from '../../../../server/auth/openid/decide.ts';
import {
  claimsIn,
  tryClaims,
  type TrialRules,
} from '../../../../src/machines/admin/authentication/claims-rule.logic.ts';

/** Few names, so that they collide. */
const name = fc.constantFrom('alice', 'Alice', 'bob', 'ROOT', ' bob ', '');
const email = fc.constantFrom('a@example.com', 'A@Example.com', 'b@example.com', '');
const group = fc.constantFrom('admin', 'USER', 'Guest', 'readers', ' user ', '');
const claimName = fc.constantFrom('', 'groups', 'rights', 'constructor', '__proto__', 'toString');
const permissions = fc.dictionary(
  fc.constantFrom(
    'canDownload',
    'canUpdate',
    'canAccessAllLibraries',
    'canAccessAllTags',
    'tagsAreDenylist',
    'allowedLibraries',
    'allowedTags',
    'canFly',
    'constructor',
    '__proto__',
  ),
  fc.oneof(
    { weight: 4, arbitrary: fc.boolean() },
    { weight: 2, arbitrary: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown[]>('true', null, [1], {}) },
  ),
  { maxKeys: 4 },
);
const anything = fc.jsonValue({ maxDepth: 1 });
const claims = fc.record(
  {
    preferred_username: fc.oneof(name, anything),
    username: name,
    name,
    email: fc.oneof(email, anything),
    email_verified: fc.constantFrom<unknown[]>(true, false, 'false', 'true', null),
    groups: fc.oneof(group, fc.array(fc.oneof({ weight: 5, arbitrary: group }, anything), { maxLength: 3 }), anything),
    rights: fc.oneof(
      { weight: 3, arbitrary: permissions },
      permissions.map((value) => JSON.stringify(value)),
      anything,
    ),
  },
  { requiredKeys: [] },
);
const rules: fc.Arbitrary<TrialRules> = fc.record({
  matchBy: fc.constantFrom('email' as const, 'username' as const, null),
  autoRegister: fc.boolean(),
  groupClaim: claimName,
  permissionsClaim: claimName,
});
const accounts: fc.Arbitrary<OpenIdAccount[]> = fc
  .array(
    fc.record({
      username: name,
      email: fc.option(email),
      type: fc.constantFrom('root' as const, 'admin' as const, 'user' as const, 'guest' as const),
      isActive: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
      isLinked: fc.boolean(),
    }),
    { maxLength: 4 },
  )
  .map((list) =>
    list.map(({ isLinked, ...account }, index) => ({
      ...account,
      id: `id${index}`,
      sub: isLinked ? `sub${index}` : null,
    })),
  );

test("the trial's result is the server's (CFG-012)", () => {
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(claims, rules, accounts, fc.nat(5), (report, settings, known, who) => {
      const linked = known.find(({ sub }) => sub === `sub${who}`);
      const withSub = { ...report, sub: linked?.sub ?? 'stranger' };
      const server = decideOpenId(withSub, settings, known);
      const listed = known.map(({ sub, ...account }) => ({ ...account, isLinked: sub !== null }));
      expect(tryClaims(withSub, settings, listed, linked?.id ?? null)).toEqual(server);
      const kind = server.kind === 'refused' ? server.reason : server.kind;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }),
    { numRuns: 3000, seed: 7 },
  );
  // The examples reach every outcome.
  expect([...kinds.keys()].toSorted()).toEqual([
    'ambiguous',
    'badPermissions',
    'emailUnverified',
    'inactive',
    'known',
    'linked',
    'linkedElsewhere',
    'nameTaken',
    'noGroup',
    'notRegistered',
    'registered',
    'rootNeedsAdmin',
  ]);
});

const plain: TrialRules = { matchBy: null, autoRegister: true, groupClaim: 'groups', permissionsClaim: '' };

test.each([
  [['guest'], { kind: 'registered', type: 'guest' }, 'AUT-021'],
  [['user'], { kind: 'registered', type: 'user' }, 'AUT-021'],
  [['admin'], { kind: 'registered', type: 'admin' }, 'AUT-021'],
  ['Admin', { kind: 'registered', type: 'admin' }, 'AUT-022'],
  [['Readers', 'USER', 'guest'], { kind: 'registered', type: 'user' }, 'AUT-022, AUT-023'],
  [['guest', 'user', 'admin'], { kind: 'registered', type: 'admin' }, 'AUT-023'],
  [['readers'], { kind: 'refused', reason: 'noGroup' }, 'AUT-024'],
  [undefined, { kind: 'refused', reason: 'noGroup' }, 'AUT-024'],
])('groups %j: %j (%s)', (groups, outcome, _row) => {
  expect(tryClaims({ sub: 's', groups }, plain, [], null)).toMatchObject(outcome);
});

test.each([
  ['{"sub":"1"}', { sub: '1' }],
  [
    ` ${['', JSON.stringify({ sub: 'é' }), ''].map((part) => Buffer.from(part || '{}').toString('base64url')).join('.')} `,
    { sub: 'é' },
  ],
  ['[1]', null],
  ['sub: 1', null],
  ['a.b.c', null],
  ['', null],
])('claims in %j: %j', (pasted, found) => {
  expect(claimsIn(pasted)).toEqual(found);
});
