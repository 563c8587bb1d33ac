/** Logo and favicon of a corporation. Invariant: a replaced file does not stay behind, and no other file is served to strangers. */

import { faviconBytes, logoBytes } from '@plumbline/contract/people/corporations.brand';
import type { Context } from '../../../kernel/context.ts';
import { type Download, storedPicture } from '../../../kernel/downloads.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { Upload } from '../../../kernel/serve.ts';
import * as table from './corporations.table.ts';

type Which = 'logo' | 'favicon';
const maxBytes: Readonly<Record<Which, number>> = { logo: logoBytes, favicon: faviconBytes };

async function put(context: Context, which: Which, corporationId: number, fileId: string | null) {
  const before = requireRow(await table.lock(context.db, corporationId), { corporationId });
  await table.update(context.db, corporationId, { [which]: fileId });
  const former = before[which];
  if (former) await context.services.files.remove(context, former);
  await context.emit('corporationChanged', { corporationId });
  return {};
}

async function set(context: Context, which: Which, corporationId: number, upload: Upload) {
  const fileId = await context.services.files.put(context, upload.stream, {
    type: upload.type,
    maxBytes: maxBytes[which],
    corporationId,
    createdBy: context.caller.accountId,
  });
  return await put(context, which, corporationId, fileId);
}

interface Input {
  readonly corporationId: number;
}
export const setLogo = (context: Context, { corporationId }: Input, upload: Upload) =>
  set(context, 'logo', corporationId, upload);
export const removeLogo = (context: Context, { corporationId }: Input) => put(context, 'logo', corporationId, null);
export const setFavicon = (context: Context, { corporationId }: Input, upload: Upload) =>
  set(context, 'favicon', corporationId, upload);
export const removeFavicon = (context: Context, { corporationId }: Input) =>
  put(context, 'favicon', corporationId, null);

/** Throws notFound for every file that is no logo or favicon. */
export async function brandFile(context: Context, { picture }: { readonly picture: string }): Promise<Download> {
  const isOne = await table.isBrandFile(context.db, picture);
  return await storedPicture(context, isOne ? picture : null, { name: 'picture', where: { picture } });
}
