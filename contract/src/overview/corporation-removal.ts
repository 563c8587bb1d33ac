/** The end of a corporation with everything of it: people, projects, readings, devices, files. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id } from '../points/fields.ts';

export const corporationRemoval = {
  begin: route({
    method: 'POST',
    path: '/corporations/{corporationId}/removal',
    summary:
      'Deletes a corporation with everything of it, in the background. Its people are signed out and its devices refused at once. System accounts only, with their own password and the title of the corporation typed. Cancelled, what is left comes back, but for the secrets of devices and feeds.',
    changes: ['corporation', 'user', 'project', 'device', 'feed', 'task'],
    needs: 'Delete:Corporation',
    tokens: 'none',
    within: 'corporationId',
    secures: 'rights',
    input: z.object({ corporationId: id, title: z.string().max(100), password: z.string().min(1).max(64) }),
    reply: z.object({ taskId: z.int() }),
    fails: ['wrongPassword', 'tooMany', 'titleDiffers', 'corporationEnding'],
    example: { corporationId: 1, title: 'Delta Survey', password: 'Plumb-2026' },
  }),
};
