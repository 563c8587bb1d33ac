/** What must be there before routes about who hears of alerts can be called with success. */
import type { Fixture } from './announcements.fixtures.ts';
import type { Input } from './route-inputs.ts';

type Prepare = (fixture: Fixture) => { readonly input?: Input } | Promise<{ readonly input?: Input }>;

const after =
  (first: string, field: string, more: Input = {}): Prepare =>
  async ({ made }) => ({ input: { [field]: await made(first, more) } });
const statusPage: Prepare = async (fixture) => {
  const chosen = { structureIds: [fixture.world.structureId] };
  return { input: { ...chosen, statusPageId: await fixture.made('statusPages.create', chosen) } };
};
const wallOf = ({ world }: Fixture): Input => ({ projectIds: [world.projectId] });
const wall: Prepare = async (fixture) => ({
  input: { ...wallOf(fixture), wallId: await fixture.made('walls.create', wallOf(fixture)) },
});
const person = ({ world }: Fixture) => ({ absentId: null, substituteId: world.admin.id });

export const recipientPreparations: Readonly<Record<string, Prepare>> = {
  'channels.create': () => ({ input: { kind: 'webhook' } }),
  'channels.update': after('channels.create', 'channelId'),
  'channels.remove': after('channels.create', 'channelId'),
  'channels.test': after('channels.create', 'channelId'),
  'pushes.update': after('pushes.subscribe', 'pushId'),
  'pushes.unsubscribe': after('pushes.subscribe', 'pushId'),
  // An address that is refused is answered at once.
  'pushes.test': after('pushes.subscribe', 'pushId', { endpoint: 'https://127.0.0.1/send/1' }),
  'alertRules.update': after('alertRules.create', 'alertRuleId'),
  'alertRules.remove': after('alertRules.create', 'alertRuleId'),
  'deliveries.test': after('alertRules.create', 'alertRuleId'),
  'deliveries.retry': async ({ server, world }) => {
    const { id } = await server.db
      .insertInto('delivery')
      .values({
        project_id: world.projectId,
        subject: 'test:1',
        rule_name: 'Night duty',
        medium: 'email',
        recipient: 'somebody@example.org',
        is_member: false,
        language: 'en',
        content: '{}',
        state: 'failed',
        created_at: server.clock.now(),
        expires_at: server.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { input: { deliveryId: id } };
  },
  'statusPages.create': ({ world }) => ({ input: { structureIds: [world.structureId] } }),
  'statusPages.update': statusPage,
  'statusPages.renewLink': statusPage,
  'statusPages.remove': statusPage,
  'walls.create': (fixture) => ({ input: wallOf(fixture) }),
  'walls.update': wall,
  'walls.renewLink': wall,
  'walls.remove': wall,
  'silences.end': after('silences.create', 'silenceId'),
  'duty.update': after('duty.create', 'rosterId'),
  'duty.remove': after('duty.create', 'rosterId'),
  'duty.substitute': async (fixture) => ({
    input: { rosterId: await fixture.made('duty.create'), ...person(fixture) },
  }),
  'duty.removeSubstitution': async (fixture) => {
    const rosterId = await fixture.made('duty.create');
    await fixture.made('duty.substitute', { rosterId, ...person(fixture) });
    const { id } = await fixture.server.db
      .selectFrom('duty_substitution')
      .select('id')
      .where('roster_id', '=', rosterId)
      .executeTakeFirstOrThrow();
    return { input: { rosterId, substitutionId: id } };
  },
};
