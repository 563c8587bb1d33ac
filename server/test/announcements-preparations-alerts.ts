/** What must be there before routes about the handling of alerts can be called with success. */
import type { Fixture } from './announcements.fixtures.ts';
import { png } from './pictures.ts';

const photo = new File([png], 'picture.png', { type: 'image/png' });
const cause = (fixture: Fixture) => fixture.made('alertCauses.create');
const plan = (fixture: Fixture) => fixture.made('responsePlans.create');
const document = ({ made }: Fixture) => made('documents.upload', {}, photo);

export const alertPreparations = {
  'alertCauses.update': async (fixture: Fixture) => ({ input: { causeId: await cause(fixture), name: 'Flood' } }),
  'alertCauses.remove': async (fixture: Fixture) => ({ input: { causeId: await cause(fixture) } }),
  'alerts.assign': ({ world }: Fixture) => ({ input: { assigneeId: world.admin.id } }),
  'alerts.assignMany': ({ world }: Fixture) => ({ input: { assigneeId: world.admin.id } }),
  'alerts.setCause': async (fixture: Fixture) => ({ input: { causeId: await cause(fixture) } }),
  'responsePlans.update': async (fixture: Fixture) => ({ input: { planId: await plan(fixture), text: 'Other' } }),
  'responsePlans.remove': async (fixture: Fixture) => ({ input: { planId: await plan(fixture) } }),
  'alerts.setStep': async ({ server, world }: Fixture) => {
    const copy = JSON.stringify({ scope: 'project', text: '', steps: ['Call the owner'] });
    await server.db.updateTable('alert').set({ plan: copy }).where('id', '=', world.alertId).execute();
    return {};
  },
  'alerts.upload': () => ({ file: photo }),
  'alerts.removeFile': async ({ made }: Fixture) => ({ input: { fileId: await made('alerts.upload', {}, photo) } }),
  'alerts.linkDocument': async (fixture: Fixture) => ({ input: { documentId: await document(fixture) } }),
  'alerts.unlinkDocument': async (fixture: Fixture) => {
    const documentId = await document(fixture);
    const { alertId } = fixture.world;
    const row = { alert_id: alertId, document_id: documentId, by_name: 'x', linked_at: fixture.server.clock.now() };
    await fixture.server.db.insertInto('alert_document').values(row).execute();
    return { input: { documentId } };
  },
};
