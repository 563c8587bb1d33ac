/** What the report defaults of a project say of covers, with the pictures that they ask for. */
import type { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import type { CoverContent } from '../blocks/blocks.api.ts';
import { pictureFrom } from './contents.records.service.ts';
import { picturesOfProject } from './contents.table.ts';
import type { Gathering, ReportSubject } from './logic/measuring.ts';

/** The longer side of each, in pixels. */
const sides = { logo: 900, site: 1_800 };

/**
 * A picture is read where a cover of the template would show it; the logo stands in the running head too, unless the cover has a
 * picture of its own.
 */
export async function coverOf(
  { projectId, defaults: { signatures, cover } }: ReportSubject,
  { blocks }: TemplateContent,
  gathering: Gathering,
): Promise<CoverContent> {
  const covers = blocks.filter((block) => block.kind === 'cover');
  const hasOwn = covers.some(({ picture }) => picture !== null);
  const files =
    !hasOwn && (cover.withLogo || cover.withPicture) ? await picturesOfProject(gathering.db, projectId) : null;
  const { withLogo, withPicture, ...lines } = cover;
  const read = (fileId: string | null | undefined, side: number) =>
    fileId ? pictureFrom(fileId, side, gathering) : null;
  return {
    ...lines,
    signatures,
    logo: withLogo ? ((await read(files?.logo, sides.logo)) ?? (await read(files?.corporationLogo, sides.logo))) : null,
    picture: withPicture && covers.length > 0 ? await read(files?.picture, sides.site) : null,
  };
}
