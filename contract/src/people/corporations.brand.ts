/** How the product looks for a corporation: its pictures. Its name and copyright are fields of the corporation. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';

/** The largest logo and favicon, in bytes: every page loads them. */
export const logoBytes = 256 * 1024;
export const faviconBytes = 64 * 1024;

const picture = z.string().min(1).max(50);
const pictureRoutes = <N extends 'logo' | 'favicon'>(which: N, maxBytes: number) => ({
  set: route({
    method: 'PUT',
    path: `/corporations/{corporationId}/${which}`,
    summary: `Gives a corporation a ${which}. Anybody who knows its id can load it.`,
    changes: ['corporation'],
    needs: 'Update:Corporation',
    within: 'corporationId',
    kind: 'upload',
    upload: { types: ['image/png', 'image/jpeg', 'image/webp'], formats: ['png', 'jpg', 'webp'], maxBytes },
    input: z.object({ corporationId: id }),
    reply: done,
  }),
  remove: route({
    method: 'DELETE',
    path: `/corporations/{corporationId}/${which}`,
    summary: `Takes the ${which} of a corporation away.`,
    changes: ['corporation'],
    needs: 'Update:Corporation',
    within: 'corporationId',
    input: z.object({ corporationId: id }),
    reply: done,
  }),
});
const logo = pictureRoutes('logo', logoBytes);
const favicon = pictureRoutes('favicon', faviconBytes);

export const brandRoutes = {
  setLogo: logo.set,
  removeLogo: logo.remove,
  setFavicon: favicon.set,
  removeFavicon: favicon.remove,
  brandFile: route({
    method: 'GET',
    path: '/brand/{picture}',
    summary: 'A logo or favicon by its id, which nobody can guess. Other files are not found here.',
    shows: { nothing: 'Another picture has another id' },
    needs: 'anyone',
    kind: 'download',
    background: true,
    input: z.object({ picture }),
    reply: z.unknown(),
    fails: ['notFound'],
    example: { picture: `f${'0'.repeat(32)}` },
  }),
};
