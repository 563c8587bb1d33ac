/** What must be there before a condition can be made, changed or deleted: a point of the world that it names. */
import type { Fixture } from './announcements.fixtures.ts';

const groupsOf = ({ ids }: Fixture) => [
  { terms: [{ pointId: ids.pointId, field: 'temperature', kind: 'value', high: 30, maxAgeSeconds: 3600 }] },
];
/** One that is there, and what it is to be. */
const made = async (fixture: Fixture) => {
  const groups = groupsOf(fixture);
  return { input: { conditionId: await fixture.made('conditions.create', { groups }), groups, level: 4 } };
};
export const conditionPreparations = {
  'conditions.create': (fixture: Fixture) => ({ input: { groups: groupsOf(fixture) } }),
  'conditions.update': made,
  'conditions.remove': async (fixture: Fixture) => ({
    input: { conditionId: (await made(fixture)).input.conditionId },
  }),
};
