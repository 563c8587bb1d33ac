/** How somebody arranged Home is theirs, and alerts are always on it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HomeChoice, users } from '@plumbline/contract/people/users';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);
const { token } = north.admin;
const prefer = (value: HomeChoice | null) =>
  server.call(users.updatePreference, { preferenceKey: 'home', value: value as never }, token);
const choice: HomeChoice = {
  panels: [
    { panel: 'favourites', isWide: true },
    { panel: 'alerts', isWide: false },
  ],
  watchedProjectId: north.projectId,
  watchedCount: 12,
  favouriteIds: [north.projectId],
};

test('Home is kept as it was arranged, and is as it comes again', async () => {
  assert.deepEqual((await prefer(choice)).body.preferences.home, choice);
  assert.deepEqual((await server.call(users.profile, {}, token)).body.preferences.home, choice);
  assert.equal((await prefer(null)).body.preferences.home, null);
});

test('without alerts, or with a panel twice, it is refused', async () => {
  const without = { ...choice, panels: choice.panels.filter(({ panel }) => panel !== 'alerts') };
  assert.equal((await prefer(without)).body.error, 'badInput');
  const twice = { ...choice, panels: [...choice.panels, ...choice.panels] };
  assert.equal((await prefer(twice)).body.error, 'badInput');
});
